// poppler FOLDER NUMBER PAGE OBJECT SIZE …: what poppler makes of the annotation on that page of NUMBER.out.pdf. For each file
// a line: what is wrong, `skip` where poppler complains of NUMBER.in.pdf or takes its page for one of another size,
// or `ok`. It does not tell a page's object.
#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-image.h>
#include <poppler-page-renderer.h>
#include <poppler-page.h>

#include <sys/time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

namespace {

/// What poppler complained of since it was emptied.
std::string complaints;

struct View
{
    int pages = 0;
    poppler::rectf box;
    poppler::image image;
    bool is_linearized = false;
    bool is_readable = false;
};

View look(const std::string &path, int number)
{
    View view;
    complaints.clear();
    std::unique_ptr<poppler::document> document(poppler::document::load_from_file(path));
    if (!document || document->is_locked()) return view;
    view.pages = document->pages();
    view.is_linearized = document->is_linearized();
    if (number > view.pages) return view;
    // What is wrong with other pages is said when something leads poppler to them, such as an annotation's page.
    for (int other = 0; other < std::min(view.pages, 100); other++)
        std::unique_ptr<poppler::page>(document->create_page(other));
    std::unique_ptr<poppler::page> page(document->create_page(number - 1));
    if (!page) return view;
    view.box = page->page_rect();
    // Absurd pages would take all memory.
    if (view.box.width() < 20 || view.box.height() < 20 || view.box.width() > 3000 || view.box.height() > 3000)
        return view;
    poppler::page_renderer renderer;
    renderer.set_paper_color(0xffffffff);
    view.image = renderer.render_page(page.get(), 36, 36);
    view.is_readable = view.image.is_valid();
    return view;
}

unsigned pixel(const poppler::image &image, int column, int row)
{
    const char *start = image.const_data() + row * image.bytes_per_row() + column * 4;
    return *reinterpret_cast<const unsigned *>(start) & 0xffffff;
}

/// Whether the page is that large, upright or turned; `size` is such as 300x200, in points.
bool has_size(const View &view, const std::string &size)
{
    double width = 0, height = 0;
    std::sscanf(size.c_str(), "%lfx%lf", &width, &height);
    const auto matches = [](double first, double second) { return std::abs(first - second) < 2; };
    return (matches(view.box.width(), width) && matches(view.box.height(), height))
        || (matches(view.box.width(), height) && matches(view.box.height(), width));
}

/// Ends this program once it has used so much processor time; 0: never.
void end_after(time_t seconds)
{
    const itimerval limit = {{0, 0}, {seconds, 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
}

std::string judge(const std::string &path, int number, const std::string &size)
{
    // What poppler runs wild on, it cannot judge; hundreds of such files in a run must not take minutes each.
    end_after(2);
    const View before = look(path + ".in.pdf", number);
    end_after(0);
    if (!before.is_readable || !complaints.empty() || !has_size(before, size)) return "skip";
    // As long as a file counts as linearized, its first page is what the linearization says and not what the page tree does.
    if (before.is_linearized) return "skip";
    std::cout << "opened" << std::endl;
    const View after = look(path + ".out.pdf", number);
    std::ostringstream wrong;
    if (!after.is_readable) return "it cannot be read: " + complaints;
    // It says this, and not always at first, where it repairs a table that it cannot read.
    if (!complaints.empty() && complaints != "error: Couldn't find trailer dictionary; ")
        return "it complains: " + complaints;
    if (after.pages != before.pages) {
        wrong << "it has " << after.pages << " pages instead of " << before.pages;
        return wrong.str();
    }
    const auto width = before.image.width(), height = before.image.height();
    if (after.image.width() != width || after.image.height() != height) return "the page has another size";
    int left = width, right = -1, top = height, bottom = -1, yellow = 0;
    for (int row = 0; row < height; row++) {
        for (int column = 0; column < width; column++) {
            const unsigned now = pixel(after.image, column, row);
            if (now == pixel(before.image, column, row)) continue;
            left = std::min(left, column), right = std::max(right, column);
            top = std::min(top, row), bottom = std::max(bottom, row);
            if ((now >> 16) > 250 && (now & 0xff) < 5) yellow++;
        }
    }
    if (yellow == 0) return "the annotation is not drawn";
    // It was given two fifths of the page's width and a fifth of its height, or, on a turned page, the other way round.
    const auto widest = std::max(right - left, 0), highest = std::max(bottom - top, 0);
    const auto limit = [](int length, double part) { return length * part + 4; };
    const bool is_upright = widest <= limit(width, 0.4) && highest <= limit(height, 0.2);
    const bool is_turned = widest <= limit(width, 0.2) && highest <= limit(height, 0.4);
    if (!is_upright && !is_turned) return "more than the annotation is drawn otherwise";
    return "ok";
}

}  // namespace

int main(int count, char **arguments)
{
    poppler::set_debug_error_function(
        [](const std::string &text, void *) { complaints += text + "; "; }, nullptr);
    for (int index = 2; index + 3 < count; index += 4) {
        const std::string path = std::string(arguments[1]) + "/" + arguments[index];
        std::string verdict = judge(path, std::atoi(arguments[index + 1]), arguments[index + 3]);
        std::replace(verdict.begin(), verdict.end(), '\n', ' ');
        std::cout << "verdict " << verdict << std::endl;
    }
}
