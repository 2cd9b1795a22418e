internal import PDFModel

extension ImportedAnnotations {
    /// Leaves out scripts, actions other than those with which a link leads to a page or an address, and what an
    /// appearance has besides its drawing; links that have nothing else are left out whole.
    public mutating func leaveOutActions() {
        guard items.contains(where: \.hasActions) else { return }
        items = items.compactMap { item in
            guard case .success(let change) = item.change else { return item }
            var item = item
            switch change {
            case .add(let annotation, let outer):
                guard let kept = annotation.withoutActions(&losses) else { return nil }
                item.change = .success(.add(kept, within: outer))
            case .addAtMatches(var stated):
                guard let kept = stated.annotation.withoutActions(&losses) else { return nil }
                stated.annotation = kept
                item.change = .success(.addAtMatches(stated))
            case .modify(let annotation, let stated):
                // What is modified may lead somewhere already.
                let kept = annotation.withoutActions(&losses) ?? annotation.leadingNowhere
                item.change = .success(.modify(kept, stated: stated))
            case .remove: break
            }
            return item
        }
    }
}

extension ImportedAnnotations.Item {
    fileprivate var hasActions: Bool {
        switch change {
        case .success(.add(let annotation, _)), .success(.modify(let annotation, _)): annotation.mayAct
        case .success(.addAtMatches(let stated)): stated.annotation.mayAct
        case .success(.remove), .failure: false
        }
    }
}

extension Annotation {
    fileprivate var mayAct: Bool { actions != nil || appearance != nil }

    fileprivate func withoutActions(_ losses: inout Losses) -> Annotation? {
        var annotation = self
        if let form = appearance.flatMap(FormAppearance.init) {
            annotation.appearance = form.onlyDrawing?.bytes
            if annotation.appearance != form.bytes {
                losses.add("actions and data in other files are left out of the appearance of a \(subtype)")
            }
        }
        guard let actions else { return annotation }
        annotation.actions = nil
        if let loss = annotation.missingTarget {
            losses.add(loss)
            return nil
        }
        let types = AnnotationActions(actions)?.types ?? []
        losses.add("actions of a \(subtype) are left out: \(types.joined(separator: ", "))")
        return annotation
    }

    fileprivate var leadingNowhere: Annotation {
        var annotation = self
        (annotation.actions, annotation.destination) = (nil, nil)
        return annotation
    }

    /// Why a link leads to no page and no address, as a loss; `nil` where it does, and for other annotations.
    var missingTarget: String? {
        guard subtype == "Link" else { return nil }
        switch destination {
        case .uri(let uri) where uri.lowercased().hasPrefix("javascript:"):
            return "a link with an action of the type JavaScript is left out"
        case .uri, .page(.some), .named: return nil
        case .action(let type): return "a link with an action of the type \(type) is left out"
        case .file: return "a link to another file is left out"
        case .page(nil), nil: return "a link without a destination is left out"
        }
    }
}
