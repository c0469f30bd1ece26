import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { openList } from '#machines/forms/kinds/choice-list.rules.ts'
import { TextsProvider } from '#renderers/site/texts.tsx'
import type { FieldDefinition, FieldOption } from '#schemas'
import { ChoiceListBox } from '../select/ChoiceListBox.tsx'
import type { ChoiceListControl } from '../select/use-choice-list.ts'
import { MultiselectField } from './MultiselectField.tsx'

const english = JSON.parse(
  readFileSync(new URL('../../../brands/_base/locales/en/forms.json', import.meta.url), 'utf8'),
) as Record<string, string>

function say(key: string, params: Readonly<Record<string, string | number>> = {}): string {
  const text = english[key] ?? english[`${key}_other`] ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(params[name]))
}

function draw(content: React.ReactNode): string {
  const markup = renderToString(
    <TextsProvider t={say} language="en-GB" direction="ltr">
      {content}
    </TextsProvider>,
  )
  return markup.replaceAll('<!-- -->', '')
}

const none = () => undefined

function field(definition: Partial<FieldDefinition>, value: (string | number)[]): string {
  return draw(
    <MultiselectField
      definition={{ id: 'sports', type: 'multiselect', title: 'Sports', ...definition }}
      value={value}
      controlId="c"
      labelId="l"
      describedBy="d"
      isRequired={false}
      isInvalid={false}
      isDisabled={false}
      onChange={none}
      onBlur={none}
      onPress={none}
    />,
  )
}

function list(
  found: readonly FieldOption[],
  given: { hasOptions?: boolean; search?: string; active?: number } = {},
): string {
  const { hasOptions = true, search = '', active = 0 } = given
  const control: ChoiceListControl = {
    list: { ...openList(active), search },
    isOpen: true,
    found,
    open: none,
    close: none,
    search: none,
    activate: none,
    loadMore: none,
    pressKey: () => false,
  }
  return draw(
    <ChoiceListBox
      control={control}
      listId="list"
      labelId="l"
      hasOptions={hasOptions}
      isMultiple
      isChosen={({ id }) => id === 2}
      onChoose={none}
    />,
  )
}

const OPTIONS = Array.from({ length: 2500 }, (_, index) => ({ id: index + 1, name: `Team ${index + 1}` }))

describe('the selection', () => {
  const definition = { options: OPTIONS.slice(0, 5), validation: { maxLength: { value: 2 } } }

  test('MULTI-2: at the maximum it says so, with the number', () => {
    const text = 'Maximum of 2 options selected. First remove a selected option to select another.'
    expect(field(definition, [1])).not.toContain('Maximum of')
    expect(field(definition, [1, 2])).toContain(text)
    expect(field({ options: OPTIONS }, [1, 2])).not.toContain('Maximum of')
  })

  test('each selected option is a chip with a button that takes it out; an unknown one shows its value', () => {
    const markup = field(definition, [1, 99])
    expect(markup.match(/aria-label="Remove [^"]*"/g)).toEqual(['aria-label="Remove Team 1"', 'aria-label="Remove 99"'])
    expect(markup.match(/tabindex="0"/gi)).toHaveLength(1)
  })

  test('of very many chips fifty are drawn and the rest counted', () => {
    const markup = field(
      { options: OPTIONS },
      OPTIONS.map(({ id }) => id),
    )
    expect(markup.match(/aria-label="Remove /g)).toHaveLength(50)
    expect(markup).toContain('and 2450 more')
  })

  test('FIELD-23: the search takes 100 characters', () => {
    expect(field(definition, [])).toContain('maxLength="100"')
  })
})

describe('the list', () => {
  test('MULTI-3: a search without a match', () => {
    const markup = list([], { search: 'chess' })
    expect(markup).toContain('No elements found. Consider changing the search query.')
    expect(markup).not.toContain('List is empty.')
  })

  test('MULTI-4: no options at all', () => {
    const markup = list([], { hasOptions: false })
    expect(markup).toContain('List is empty.')
    expect(markup).not.toContain('No elements found')
  })

  test('MULTI-5, MULTI-6: a thousand options of 40 px are loaded, and only those near the seen 300 px are drawn', () => {
    const markup = list(OPTIONS)
    expect(markup).toContain('height:40008px')
    const drawn = markup.match(/role="option"/g)?.length ?? 0
    expect(drawn).toBeGreaterThanOrEqual(300 / 40)
    expect(drawn).toBeLessThan(30)
    expect(markup).toContain('aria-setsize="2500"')
  })

  test('the active option is scrolled into the rendered range, and selected ones are announced', () => {
    expect(list(OPTIONS, { active: 1700 })).toContain('id="list-1700"')
    expect(list(OPTIONS).match(/aria-selected="true"/g)).toHaveLength(1)
  })
})
