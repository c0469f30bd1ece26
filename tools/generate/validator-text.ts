/**
 * Says what ajv says in fewer words: its repeated statements become calls of `schemas/validation-faults.ts`, and the schemas that
 * it repeats become the few lists that are needed of them. What a validator finds, and in which order, stays the same.
 */

/** One top-level declaration of ajv's code. */
export interface Declaration {
  readonly name: string
  readonly text: string
}

const START = /^(?=function validate\d+\(|const (?:schema|pattern|func|formats|wrapper|default)\d+ ?= ?)/m

/** Cuts ajv's module into its top-level declarations, without exports. */
export function declarationsOf(code: string): Declaration[] {
  const body = code.replace(/^"use strict";\s*/, '').replace(/^export const \w+ = \w+;$\n?/gm, '')
  return body
    .split(START)
    .filter((text) => text.trim())
    .map((text) => {
      const name = /^(?:function|const) (\w+)/.exec(text)?.[1]
      if (!name) throw new Error(`ajv's code begins with what is no declaration: ${text.slice(0, 80)}`)
      return { name, text: text.trim() }
    })
}

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`
const FAULT = new RegExp(
  String.raw`const (err\d+) = \{instancePath(?::(.*?))?,schemaPath:(${TEXT}),keyword:"(\w+)",params:(\{.*?\}),message:(.*?)(,propertyName:\w+)?\};\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\nerrors\+\+;`,
  'g',
)
const SILENT_FAULT =
  /const (err\d+) = \{\};\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\nerrors\+\+;/g

/** Keyword → the words of `validation-faults.ts` and the parameter that they take. */
const SHORT: Readonly<Record<string, { readonly call: string; readonly params: RegExp }>> = {
  type: { call: 'failType', params: /^\{type: (.*)\}$/ },
  enum: { call: 'failEnum', params: /^\{allowedValues: (.*)\}$/ },
  const: { call: 'failConst', params: /^\{allowedValue: (.*)\}$/ },
  pattern: { call: 'failPattern', params: /^\{pattern: (.*)\}$/ },
  format: { call: 'failFormat', params: /^\{format: (.*)\}$/ },
  minimum: { call: 'failMinimum', params: /^\{comparison: ">=", limit: (.*)\}$/ },
  maximum: { call: 'failMaximum', params: /^\{comparison: "<=", limit: (.*)\}$/ },
  minLength: { call: 'failMinLength', params: /^\{limit: (.*)\}$/ },
  maxLength: { call: 'failMaxLength', params: /^\{limit: (.*)\}$/ },
  maxItems: { call: 'failMaxItems', params: /^\{limit: (.*)\}$/ },
}

function fault(path: string, schemaPath: string, keyword: string, params: string, message: string): string {
  const short = SHORT[keyword]
  const value = short?.params.exec(params)?.[1]
  const ending = `/${keyword}"`
  if (!short || value === undefined || !schemaPath.endsWith(ending)) {
    return `fail(faults, ${path}, ${schemaPath}, "${keyword}", ${params}, ${message});`
  }
  return `${short.call}(faults, ${path}, ${schemaPath.slice(0, -ending.length)}", ${value});`
}

const MISSING = new RegExp(
  String.raw`^if\((data\d*)(?:\.[\w$]+|\[${TEXT}\]) === undefined\)\{\nfail\(faults, (.*), "([^"]*)/required", "required", \{missingProperty: (${TEXT})\}, .*\);\n\}$`,
  'gm',
)
const MISSING_CALL = /^findMissing\(faults, (.*), \[(.*)\]\);$/
const UNKNOWN =
  /^for\(const (key\d+) in (data\d*)\)\{\nif\(!(.*)\)\{\nfail\(faults, (.*), "([^"]*)\/additionalProperties", "additionalProperties", \{additionalProperty: \1\}, .*\);\n\}\n\}$/gm
const LITERAL = String.raw`"(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null`

/** The literals of `(x === "a") || (x === 1)` as one list; nothing when a value is compared otherwise. */
function choices(condition: string): string | undefined {
  const found = [...condition.matchAll(new RegExp(String.raw`\w+ === (${LITERAL})`, 'g'))]
  const rest = condition.replaceAll(new RegExp(String.raw`\w+ === (${LITERAL})`, 'g'), '')
  return found.length > 0 && /^[()|\s]*$/.test(rest) ? `[${found.map(([, literal]) => literal).join(',')}]` : undefined
}

/** Faults are kept in one list from the beginning, instead of in a list or null beside their number. */
function withOneList(text: string, name: string): string {
  return text
    .replace(/^function (\w+)\(data, \{.*\}=\{\}\)\{/, 'export function $1(data, at = "") {')
    .replace('let vErrors = null;\nlet errors = 0;', 'const faults = [];')
    .replace(
      /^if\(!\((\w+)\((.*), \{instancePath(?::(.*?))?,parentData.*\}\)\)\)\{\nvErrors = .*\nerrors = vErrors\.length;\n\}$/gm,
      (_all, check: string, data: string, path = 'instancePath') => `findWith(${check}, faults, ${data}, ${path});`,
    )
    .replace(
      /errors = (_errs\d+);\nif\(vErrors !== null\)\{\nif\(\1\)\{\nvErrors\.length = \1;\n\}\nelse \{\nvErrors = null;\n\}\n\}/g,
      'faults.length = $1;',
    )
    .replace(/(_errs\d+) === errors/g, '$1 === faults.length')
    .replace(/(_errs\d+) = errors;/g, '$1 = faults.length;')
    .replace(`${name}.errors = vErrors;\nreturn errors === 0;`, `return finish(${name}, faults);`)
}

/** Properties that an object must have or may have are looked for by lists of their names. */
function withNames(text: string): string {
  const lines = text
    .replace(MISSING, 'findMissing(faults, $1, $2, "$3", [$4]);')
    .replace(UNKNOWN, (whole, _key, data: string, condition: string, path: string, rule: string) => {
      const own = /^\(func\d+\.call\((.*), key\d+\)\)$/.exec(condition)?.[1]
      const names = own ? `Object.keys(${own})` : choices(condition)
      return names ? `findUnknown(faults, ${data}, ${path}, "${rule}", ${names});` : whole
    })
    .split('\n')
  const joined: string[] = []
  for (const line of lines) {
    const [, where, names] = MISSING_CALL.exec(line) ?? []
    const [, before, others] = MISSING_CALL.exec(joined.at(-1) ?? '') ?? []
    if (where && where === before) joined[joined.length - 1] = `findMissing(faults, ${where}, [${others},${names}]);`
    else joined.push(line)
  }
  return joined.join('\n')
}

const WHOLE =
  /^if\(!isWhole\((\w+)\)\)\{\nfailType\(faults, (.*), (".*"), "integer"\);\n\}\nif\(typeof \1 == "number"\)\{\n(?:if\(\1 > (-?\d+) \|\| isNaN\(\1\)\)\{\nfailMaximum\(faults, \2, \3, \4\);\n\}\n)?(?:if\(\1 < (-?\d+) \|\| isNaN\(\1\)\)\{\nfailMinimum\(faults, \2, \3, \5\);\n\}\n)?\}$/gm

/** What is asked of a text, named by `\1`: its lengths and a regular expression. */
const OF_TEXT = String.raw`(?:if\(func\d+\(\1\) > (\d+)\)\{\nfailMaxLength\(faults, .*, ".*", \2\);\n\}\n)?(?:if\(func\d+\(\1\) < (\d+)\)\{\nfailMinLength\(faults, .*, ".*", \3\);\n\}\n)?(?:if\(!(pattern\d+)\.test\(\1\)\)\{\nfailPattern\(faults, .*, ".*", (".*")\);\n\}\n)?`
const ONE_TEXT = new RegExp(
  String.raw`^if\(typeof (\w+) === "string"\)\{\n${OF_TEXT}\}\nelse \{\nfailType\(faults, (.*), (".*"), "string"\);\n\}$`,
  'gm',
)
const TEXT_OR_NULL = new RegExp(
  String.raw`^if\(\(typeof (\w+) !== "string"\) && \(\1 !== null\)\)\{\nfailType\(faults, (.*), (".*"), (.*)\);\n\}\nif\(typeof \1 === "string"\)\{\n${OF_TEXT.replaceAll(/\\([23])\b/g, (_all, group) => `\\${Number(group) + 3}`)}\}$`,
  'gm',
)

/** The call that asks all of a text at once; patterns alone have one of their own. */
function findNotText(
  value: string,
  where: string,
  [most, least, expression, source]: readonly (string | undefined)[],
  types = '"string"',
) {
  if (expression && !most && !least && types === '"string"')
    return `findNotMatching(faults, ${value}, ${where}, ${expression}, ${source});`
  const limits = `${least ?? '0'}, ${most ?? 'Infinity'}`
  const matching = expression ? `, ${types}, ${expression}, ${source}` : types === '"string"' ? '' : `, ${types}`
  return `findNotText(faults, ${value}, ${where}, ${limits}${matching});`
}

/** What is asked of a value's type is asked by name. */
function withChecks(text: string): string {
  return text
    .replace(/\(\(?typeof (\w+) == "number"\) && \(!\(\1 % 1\) && !isNaN\(\1\)\)\)/g, 'isWhole($1)')
    .replace(/\b(\w+) && typeof \1 == "object" && !Array\.isArray\(\1\)/g, 'isObject($1)')
    .replace(
      /^if\(!(\(.*\))\)\{\n(failEnum\(faults, .*, )(schema\d+[^ ]*)\);$/gm,
      (whole, condition: string, call: string, values: string) => {
        const value = /^\(+(\w+) ===/.exec(condition)?.[1]
        return value && choices(condition) ? `if(!${values}.includes(${value})){\n${call}${values});` : whole
      },
    )
    .replace(WHOLE, (_all, value, path, rule, maximum = 'Infinity', minimum = '-Infinity') => {
      return `findNotWhole(faults, ${value}, ${path}, ${rule}, ${minimum}, ${maximum});`
    })
    .replace(ONE_TEXT, (_all, value, most, least, expression, source, path, rule) =>
      findNotText(value, `${path}, ${rule}`, [most, least, expression, source]),
    )
}

/** Parts of schemas become what they are. Lists are marked, so that a module holds each once. */
function withValues(text: string, schemaOf: (name: string) => unknown): string {
  const part = (name: string, path: string): unknown => {
    let value = schemaOf(name)
    for (const [, dotted, index, quoted] of path.matchAll(/\.([\w$]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)) {
      value = (value as Record<string, unknown>)[dotted ?? index ?? (JSON.parse(quoted as string) as string)]
    }
    if (value === undefined) throw new Error(`ajv's code asks for ${name}${path}, which the schema has not`)
    return value
  }
  const steps = String.raw`((?:\.(?!includes\()[\w$]+|\[\d+\]|\[${TEXT}\])*)`
  const list = (value: unknown) => `${LIST}${JSON.stringify(value)}${LIST}`
  return text
    .replace(new RegExp(String.raw`Object\.keys\((schema\d+)${steps}\)`, 'g'), (_all, name: string, path: string) =>
      list(Object.keys(part(name, path) as object)),
    )
    .replace(new RegExp(String.raw`\b(schema\d+)${steps}`, 'g'), (_all, name: string, path: string) => {
      const value = part(name, path)
      return Array.isArray(value) ? list(value) : JSON.stringify(value)
    })
    .replace(/^(find(?:Missing|Unknown)\(faults, .*, )(\[.*\])\);$/gm, `$1${LIST}$2${LIST});`)
}

/** Stands around a list in the code of a function that a module may hold once for several. */
export const LIST = '\u0000'

const LISTED =
  /^if\((?:typeof (\w+) !== "string"|\(typeof (\w+) !== "string"\) && \(\2 !== null\))\)\{\nfailType\(faults, (.*), (".*"), (.*)\);\n\}\nif\(!(\0.*\0)\.includes\((\w+)\)\)\{\nfailEnum\(faults, \3, \4, \6\);\n\}$/gm
const WHOLE_OR_NULL =
  /^if\(\(!isWhole\((\w+)\)\) && \(\1 !== null\)\)\{\nfailType\(faults, (.*), (".*"), (.*)\);\n\}\nif\(typeof \1 == "number"\)\{\n(?:if\(\1 > (-?\d+) \|\| isNaN\(\1\)\)\{\nfailMaximum\(faults, \2, \3, \5\);\n\}\n)?(?:if\(\1 < (-?\d+) \|\| isNaN\(\1\)\)\{\nfailMinimum\(faults, \2, \3, \6\);\n\}\n)?\}$/gm

const NAMED =
  /^if\(typeof (key\d+) === "string"\)\{\nif\(!(pattern\d+)\.test\(\1\)\)\{\nfaults\.push\(\{instancePath:(.*),schemaPath:"([^"]*)\/pattern",keyword:"pattern",params:\{pattern: (".*")\},message:.*,propertyName:\1\}\);\n\}\n\}\n(?:else \{\nfaults\.push\(\{instancePath:.*,schemaPath:".*\/type",.*,propertyName:\1\}\);\n\}\n)?var (valid\d+) = (_errs\d+) === faults\.length;\nif\(!\6\)\{\nfail\(faults, .*, "([^"]*)", "propertyNames", \{propertyName: \1\}, "property name must be valid"\);\n\}$/gm

/** What is asked of a value by a list of types or of values is asked by name. */
function withLists(text: string): string {
  return text
    .replace(NAMED, 'findNotNamed(faults, $1, $3, "$8", $2, $5);')
    .replace(LISTED, (_all, _one, _other, path, rule, types, values, value) => {
      return `findNotListed(faults, ${value}, ${path}, ${rule}, ${types}, ${values});`
    })
    .replace(TEXT_OR_NULL, (_all, value, path, rule, types, most, least, expression, source) =>
      findNotText(value, `${path}, ${rule}`, [most, least, expression, source], types),
    )
    .replace(WHOLE_OR_NULL, (_all, value, path, rule, types, maximum = 'Infinity', minimum = '-Infinity') => {
      return `findNotWhole(faults, ${value}, ${path}, ${rule}, ${minimum}, ${maximum}, ${types});`
    })
}

/** The same function in fewer words. `schemaOf` gives the schema that ajv has under a name.
 *  @throws Error when ajv says something that has no shorter form here */
export function shortened({ name, text }: Declaration, schemaOf: (name: string) => unknown): string {
  const plain = text
    .replace(/\/\*# sourceURL=.*\n/, '')
    .replace(SILENT_FAULT, 'faults.push({});')
    .replace(FAULT, (_all, _err, path = 'instancePath', rule, keyword, params, message, property = '') =>
      property
        ? `faults.push({instancePath:${path},schemaPath:${rule},keyword:"${keyword}",params:${params},message:${message}${property}});`
        : fault(path, rule, keyword, params, message),
    )
  const code = withOneList(plain, name)
    .replace(/^const (len\d+) = (data\d*)\.length;\n(for\(let (i\d+)=0; \4<)\1;/gm, '$3$2.length;')
    .replace(/(key\d+)\.replace\(\/~\/g, "~0"\)\.replace\(\/\\\/\/g, "~1"\)/g, 'step($1)')
    .replace(/\binstancePath\b(?!:)/g, 'at')
  const short = withLists(withValues(withChecks(withNames(code)), schemaOf))
  const left = /.*\b(?:vErrors|errors\+\+|parentData|rootData|schema\d+|sourceURL|evaluated)\b.*/.exec(short)?.[0]
  if (left) throw new Error(`${name}: tools/generate/validator-text.ts does not know ajv's "${left}"`)
  return short
}
