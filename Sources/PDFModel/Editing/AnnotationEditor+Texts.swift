package import Typesetting

/// Texts in embedded fonts.
extension AnnotationEditor {
    /// Shapes the text that the annotation shows, where the standard fonts do not suffice or others are asked for.
    mutating func shape(_ annotation: inout Annotation) throws(PDFError) {
        if annotation.shapedText != nil { annotation.shapedText = nil }
        guard let request = annotation.textRequest else { return }
        guard let shaped = try shapedText(request) else { return }
        annotation.shapedText = shaped
        // A path means nothing in a document.
        if request.font?.contains("/") == true { annotation.textStyle?.font = shaped.namedFont }
    }

    private mutating func shapedText(_ request: TextRequest) throws(PDFError) -> ShapedText? {
        if let known = shapedTexts[request], known.isValid(for: request.text) {
            findings.usedTexts.append(SetText(request, known))
            return known
        }
        guard let typesetter else { return nil }
        do throws(TypesettingError) {
            let shaped = try typesetter.shape(request)
            guard shaped.isValid(for: request.text) else {
                throw TypesettingError.unavailable("pdfco-text sent an answer that does not match the text")
            }
            shapedTexts[request] = shaped
            findings.usedTexts.append(SetText(request, shaped))
            return shaped
        } catch {
            switch error {
            case .problem(let problem): throw .noFont(problem.reason, package: problem.package)
            case .unavailable(let reason): throw .textNotShaped(reason)
            }
        }
    }
}

extension Annotation {
    /// What is asked of the typesetter; `nil` where Helvetica suffices.
    package var textRequest: TextRequest? {
        guard let definition = AnnotationSubtype.named(subtype).definition, let text = definition.text(of: self),
            !text.isEmpty
        else { return nil }
        let style = textStyle ?? TextStyle()
        let isAsked = style.font != nil || style.fontStyle != .regular || style.embedsFonts
        guard isAsked || !StandardFont.suffices(for: text) else { return nil }
        // A stamp is bold, unless it is to have a font of the user's choice.
        let isUsuallyBold = style.font == nil && definition.defaultTextStyle.fontStyle.isBold
        return TextRequest(
            text, font: style.font, isBold: isUsuallyBold || style.fontStyle.isBold, isItalic: style.fontStyle.isItalic)
    }
}
