"""Opens a review in Chromium, and says in JSON what a reader finds there.

review.py CHROMIUM FILE [PICTURES]: PICTURES is the beginning of the names of screenshots to make.
"""
import json
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

chromium, file = sys.argv[1:3]
pictures = sys.argv[3] if len(sys.argv) > 3 else None
found = {"problems": [], "requests": [], "violations": [], "shown": {}}


def opened(browser, **settings):
    page = browser.new_page(viewport={"width": 1200, "height": 900}, **settings)
    page.on("console", lambda message: found["problems"].append(message.text))
    page.on("pageerror", lambda error: found["problems"].append(str(error)))
    page.on("request", lambda request: found["requests"].append(request.url[:60]))
    page.goto("file://" + file)
    return page


def shown(page):
    return page.locator(".thread:visible").count()


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])

    page = opened(browser)
    found["shown"]["all"] = shown(page)
    form = page.locator("form")
    for name in ("author", "kind", "state"):
        select = form.locator(f"select[name={name}]")
        for value in [option for option in select.locator("option").all_inner_texts() if option != "all"][:8]:
            select.select_option(value)
            found["shown"][f"{name} {value}"] = shown(page)
        select.select_option("")
    for name, value in (("from", "2024-09-01"), ("from", "2024-09-02"), ("to", "2024-08-31"), ("text", "SINCE")):
        form.locator(f"input[name={name}]").fill(value)
        found["shown"][f"{name} {value}"] = shown(page)
        form.locator(f"input[name={name}]").fill("")
    form.locator("input[name=text]").fill("no such text")
    found["shown"]["nothing"] = shown(page)
    form.locator("button").click()
    page.locator(".thread").first.wait_for()
    found["shown"]["reset"] = shown(page)

    # Tab goes through everything that can be operated, once, and then leaves the page.
    page = opened(browser)
    page.evaluate("document.querySelectorAll('a, select, input, button, summary').forEach((e, i) => e.dataset.at = i)")
    reachable = page.evaluate("""[...document.querySelectorAll(
        'a:not([tabindex="-1"]), select, input, button, summary')]
        .filter((e) => e.checkVisibility()).map((e) => e.dataset.at)""")
    reached = set()
    # A field for a date takes several.
    for _ in range(len(reachable) + 20):
        page.keyboard.press("Tab")
        at = page.evaluate("document.activeElement.dataset.at")
        if at is not None:
            reached.add(at)
    found["unreached"] = sorted(set(reachable) - reached)
    page.locator(".thread h4 a").first.focus()
    page.keyboard.press("Enter")
    found["marked"] = page.evaluate("document.querySelector(':target path') !== null")
    found["lit"] = page.evaluate("document.querySelector('svg a.current, svg a:target') !== null")

    for scheme in ("light", "dark"):
        page = opened(browser, color_scheme=scheme)
        results = Axe().run(page).response
        found["rules"] = len(results["passes"])
        for violation in results["violations"]:
            nodes = [node["html"][:80] for node in violation["nodes"][:3]]
            found["violations"].append(f"{scheme} {violation['id']}: {nodes}")
        if pictures:
            page.screenshot(path=f"{pictures}-{scheme}.png")
            page.pdf(path=f"{pictures}.pdf", prefer_css_page_size=True)

    page = opened(browser, java_script_enabled=False)
    found["shown"]["without script"] = shown(page)
    found["formWithoutScript"] = page.locator("form").is_visible()
    browser.close()

found["requests"] = [url for url in found["requests"] if not url.startswith("file://" + file[:40])]
json.dump(found, sys.stdout)
