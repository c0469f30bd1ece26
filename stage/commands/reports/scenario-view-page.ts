import { createHash } from 'node:crypto'
import { say } from '#cli/command-text.ts'
import type { ViewerData } from '../../charts/viewer-data.ts'
import type { ViewerBundle } from './scenario-viewer-build.ts'

/** The viewer as one page of HTML. Its policy lets it load nothing at all, from anywhere: everything it needs is
 *  inlined (QA-12). */
export function viewerPage(data: ViewerData, bundle: ViewerBundle): string {
  const script = insideElement(bundle.script, 'script')
  const style = insideElement(bundle.style, 'style')
  const policy = `default-src 'none'; script-src '${sourceHash(script)}'; style-src '${sourceHash(style)}'; img-src data:; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${say('scenario.view_title')}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="viewer"></div>
<script type="application/json" id="viewer-data">${dataText(data)}</script>
<script>${script}</script>
</body>
</html>
`
}

/** JSON in which no element can end: `<` is written as an escape. */
function dataText(data: ViewerData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/** What would end the element, or start a comment in it, is written otherwise; in texts of the code it means the same. */
function insideElement(code: string, element: string): string {
  return code.replaceAll(new RegExp(`</(?=${element})`, 'gi'), '<\\/').replaceAll('<!--', '<\\!--')
}

function sourceHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
