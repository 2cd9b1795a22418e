/// The completion script of a shell.
///
/// The argument parser's script lets bash expand what the program offers, and takes a colon or a line feed in it for the
/// end. Names of annotations come from files: here the program quotes them, and the shell inserts them as they are.
enum CompletionScript {
    /// Returns the argument parser's script with functions that take names as data; any other text stays as it is.
    static func finished(_ script: String) -> String {
        let function = script.hasPrefix("#!/bin/bash") ? bashFunction : zshFunction
        guard let first = script.firstRange(of: "__pdfco_custom_complete() {"),
            let last = script[first.upperBound...].firstRange(of: "\n}\n")
        else { return script }
        return (script[..<first.lowerBound] + function + script[last.upperBound...])
            .replacing(#"__pdfco_add_completions -W "$(__pdfco_custom_complete "#, with: "__pdfco_custom_complete ")
            .replacing(#" "${COMP_CWORD}" "$(__pdfco_cursor_index_in_current_word)")""#, with: "")
            .replacing(#" "${current_word_index}" "$(__pdfco_cursor_index_in_current_word)""#, with: "")
    }

    private static let bashFunction = """
        __pdfco_custom_complete() {
            local completion
            compopt +o filenames
            while IFS='' read -r completion; do
                COMPREPLY+=("${completion}")
            done < <("${COMP_WORDS[0]}" "${@}" 0 0 "${COMP_LINE:0:COMP_POINT}" "${cur}")
        }

        """

    private static let zshFunction = """
        __pdfco_custom_complete() {
            local typed="${(j: :)command_line[1,current_word_index]} ${QIPREFIX}${IPREFIX}${PREFIX}"
            local -a completions
            completions=("${(@f)"$("${command_name}" "${@}" 0 0 "${typed}" "${PREFIX}")"}")
            compadd -Q -U -V names -- "${(@)completions[1,-2]}"
        }

        """
}
