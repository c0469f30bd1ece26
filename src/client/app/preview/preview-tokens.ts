/** Kinds of custom properties that a theme writes, as their names begin. */
const TOKEN = /var\(\s*(--(?:color|font|text|leading|space|radius|row-height|elevation|motion)(?:-[a-z0-9-]+)?)/g
/** Declarations that other ones of the same element hide are reported too; more than these is no answer. */
const MOST = 12

/** The tokens of the theme that draw an element: of the rules that hold for it now, those for colours first. Where the element has
 *  none, those of the nearest one around it.
 *  @returns names of custom properties, as `--color-accent` */
export function tokensOf(element: Element): readonly string[] {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const names = [...new Set(rulesOfPage().flatMap((rule) => (holds(rule, at as Element) ? tokensIn(rule) : [])))]
    if (names.length > 0) {
      const isColour = (name: string) => name.startsWith('--color')
      return [...names.filter(isColour), ...names.filter((name) => !isColour(name))].slice(0, MOST)
    }
  }
  return []
}

/** Elements that are drawn with a token. */
export function elementsWithToken(name: string): readonly Element[] {
  const rules = rulesOfPage().filter((rule) => tokensIn(rule).includes(name))
  return rules.flatMap((rule) => {
    try {
      return [...document.body.querySelectorAll(rule.selectorText)]
    } catch {
      // A selector of a part that no query finds, such as `::before` alone.
      return []
    }
  })
}

function tokensIn(rule: CSSStyleRule): readonly string[] {
  return [...rule.style.cssText.matchAll(TOKEN)].map(([, name = '']) => name)
}

function holds(rule: CSSStyleRule, element: Element): boolean {
  try {
    return element.matches(rule.selectorText)
  } catch {
    return false
  }
}

/** All rules of the page’s style sheets that its window lets hold. */
function rulesOfPage(): readonly CSSStyleRule[] {
  return [...document.styleSheets].flatMap((sheet) => rulesIn(sheet))
}

function rulesIn(sheet: CSSStyleSheet | CSSGroupingRule): readonly CSSStyleRule[] {
  const rules = readable(sheet)
  return rules.flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return [rule]
    if (rule instanceof CSSMediaRule && !window.matchMedia(rule.conditionText).matches) return []
    return rule instanceof CSSGroupingRule ? rulesIn(rule) : []
  })
}

/** Rules of a sheet; those of another origin are nobody’s to read. */
function readable(sheet: CSSStyleSheet | CSSGroupingRule): readonly CSSRule[] {
  try {
    return [...sheet.cssRules]
  } catch {
    return []
  }
}
