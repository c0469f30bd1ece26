/** How a command is written: noun and verb, or a noun that is a command by itself → its arguments and options. */
const USAGES: Readonly<Record<string, string>> = {
  backup: 'livery backup FILE [--json]',
  'bet settle': 'livery bet settle < FILE',
  'brand check': 'livery brand check [id] [--json] [--brands DIR]',
  'brand migrate': 'livery brand migrate ID [--json] [--brands DIR]',
  'brand new': 'livery brand new ID --host HOST [--from BRAND] [--json] [--brands DIR]',
  'brand show': 'livery brand show ID [POINTER] [--json] [--brands DIR]',
  'feed history': 'livery feed history GAME [--json]',
  'feed replay': 'livery feed replay FILE [--speed N] [--seed N] [--json]',
  'feed void': 'livery feed void GAME --reason TEXT [--json]',
  'odds format': 'livery odds format DECIMAL [--json]',
  'openapi print': 'livery openapi print',
  'registration check':
    'livery registration check BRAND TYPE [--country CC] [--lng LNG] [--now INSTANT] [--confirmed-phone] [--accept-email] [--brands DIR] [--json] < ANSWERS.json',
  restore: 'livery restore FILE [--check] [--replace] [--json]',
  'scenario cover': 'livery scenario cover [glob…] [--json] [--html DIR] [--min]',
  'scenario diff': 'livery scenario diff OLD NEW [glob…] [--json], where OLD and NEW are Git revisions or folders',
  'scenario export': 'livery scenario export --mermaid MACHINE | --playwright FILE | --gherkin FILE | --itf FILE',
  'scenario fuzz': 'livery scenario fuzz MACHINE [--seed N] [--events N] [--runs N] [--out DIR] [--json]',
  'scenario gen': 'livery scenario gen MACHINE [--cover transitions|pairs|guards|…[,…]] [--out DIR] [--all] [--json]',
  'scenario migrate': 'livery scenario migrate MAP.json [glob…] [--write] [--json]',
  'scenario record': 'livery scenario record --url URL [--out DIR] [--wait SECONDS] [--headless] [--json]',
  'scenario run': 'livery scenario run [glob|folder…] [--json] [--junit FILE] [--driver machine|http|browser]',
  'scenario shrink': 'livery scenario shrink FILE [--out FILE] [--json]',
  'scenario view': 'livery scenario view [glob…] [--port N] [--html DIR] [--old REVISION]',
}

/** How a command is written, as its help and its refusals say it: `usage: livery scenario view [glob…] …`.
 *  @param verb left out for a noun that is a command by itself */
export function usageOf(noun: string, verb?: string): string {
  const command = verb === undefined ? noun : `${noun} ${verb}`
  return `usage: ${USAGES[command] ?? `livery ${command}`}`
}
