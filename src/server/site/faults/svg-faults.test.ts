import { expect, test } from 'vitest'
import { svgFaults } from './svg-faults.ts'

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z" fill="url(#a)"/></svg>',
  '<?xml version="1.0"?>\n<svg xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="#a"/></svg>',
  '<svg><image href="data:image/png;base64,AAAA"/><style>.once{fill:red}</style></svg>',
])('a plain picture is fine: %s', (text) => {
  expect(svgFaults(text)).toEqual([])
})

test.each([
  '<svg><script>1</script></svg>',
  '<svg><SVG:Script href="#x"/></svg>',
  '<svg onload=alert(1)>',
  '<svg><g\nonclick="x()"/></svg>',
  '<svg><a href="javascript:x()"/></svg>',
  "<svg><a xlink:href='https://e.example'/></svg>",
  '<svg><image href="data:image/svg+xml;base64,AA"/></svg>',
  '<svg><a><set attributeName="href" to="x"/></a></svg>',
  '<svg><foreignObject/></svg>',
  '<svg><style>@import "x"</style></svg>',
  '<svg><rect fill="url(https://e.example/#a)"/></svg>',
  '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>',
  '<?xml-stylesheet href="#x"?><svg/>',
  '<html></html>',
])('OPS-8: a picture that acts or fetches is refused: %s', (text) => {
  expect(svgFaults(text).length).toBeGreaterThan(0)
})
