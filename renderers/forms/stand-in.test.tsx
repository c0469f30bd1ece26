import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextsProvider } from '#renderers/site/texts.tsx'
import type { FieldDefinition } from '#schemas'
import { fieldRenderer } from './field-registry.ts'
import type { WaitingShape } from './lazy-loading.ts'
import { StandIn } from './StandIn.tsx'

function boxesOf(shape: WaitingShape): number {
  const markup = renderToString(
    <TextsProvider t={(key) => key} language="en-GB" direction="ltr">
      <StandIn place={{ current: null }} controlId="c" shape={shape} failure={null} />
    </TextsProvider>,
  )
  return [...markup.matchAll(/data-shape="box"/g)].length
}

test.each([1, 2, 5, 16])('the placeholder of %i social providers has a box for each', (count) => {
  const renderer = fieldRenderer('social_types')
  if (!renderer || !('waiting' in renderer) || typeof renderer.waiting !== 'function') throw new Error('it is not lazy')
  const options = Array.from({ length: count }, (_, index) => ({ value: `p${index}`, title: `P ${index}` }))
  const definition: FieldDefinition = { id: 'social_types_id', type: 'social_types', options }
  expect(boxesOf(renderer.waiting(definition))).toBe(count)
})

test('the placeholder of one control is one box', () => {
  for (const shape of ['control', 'control-and-button', 'card'] as const) expect(boxesOf(shape)).toBe(1)
})
