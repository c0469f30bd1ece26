import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { TextsProvider } from '#renderers/site/texts.tsx'
import type { Answers, FieldDefinition, FieldError } from '#schemas'
import fieldKinds from '#schemas/forms/field-kind.schema.json' with { type: 'json' }
import { isFieldDefinition } from '#schemas/generated/validators/forms.js'
import { fieldRenderer } from './field-registry.ts'
import { SchemaForm } from './SchemaForm.tsx'

interface Given {
  readonly values?: Answers
  readonly errors?: Record<string, FieldError>
  readonly isBusy?: boolean
}

function html(definitions: FieldDefinition[], { values = {}, errors = {}, isBusy = false }: Given = {}): string {
  return renderToString(
    <TextsProvider
      t={(key, params) => `${key}${params?.label ? `:${params.label}` : ''}`}
      language="en-GB"
      direction="ltr"
    >
      <SchemaForm
        definitions={definitions}
        values={values}
        errors={errors}
        context={{ today: '2026-11-21', minimumAge: 18 }}
        isBusy={isBusy}
        submitLabel="Go"
        onChange={() => undefined}
        onSubmit={() => undefined}
      />
    </TextsProvider>,
  )
}

/** The first tag of a name that has all these attributes. */
function tag(markup: string, name: string, ...attributes: string[]): string {
  const tags = markup.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []
  return tags.find((candidate) => attributes.every((attribute) => candidate.includes(attribute))) ?? ''
}

const attribute = (markup: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(markup)?.[1]

describe('markup of a field', () => {
  const field: FieldDefinition = {
    id: 'nick',
    type: 'input',
    title: 'Nickname',
    help: 'As others see it',
    tooltip: 'More',
    required: true,
  }

  test('A11Y-2: label, description and required state are wired', () => {
    const markup = html([field])
    const input = tag(markup, 'input', 'name="nick"')
    expect(tag(markup, 'label', `for="${attribute(input, 'id')}"`)).not.toBe('')
    const described = attribute(input, 'aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => tag(markup, 'p', `id="${id}"`) !== '')).toEqual([true, true])
    expect(input).toContain('required')
    expect(input).not.toContain('aria-invalid')
  })

  test('A11Y-2: an error marks the control, takes the line of the help text, and is announced politely', () => {
    const markup = html([field], { errors: { nick: { code: 'required', params: { label: 'Nickname' } } } })
    const input = tag(markup, 'input', 'name="nick"')
    expect(input).toContain('aria-invalid="true"')
    expect(markup).toContain('required:Nickname')
    expect(markup).not.toContain('As others see it')
    expect(tag(markup, 'p', 'role="status"')).not.toBe('')
  })

  test('RULE-18: the text of the server is shown as it is', () => {
    const errors = { nick: { code: 'min_length', params: {}, message: 'Longer, please' } } as const
    expect(html([field], { errors })).toContain('Longer, please')
  })

  test('dates in a message are written out', () => {
    const day: FieldDefinition = { id: 'day', type: 'datepicker' }
    const error: FieldError = { code: 'date.before_min', params: { label: '2026-01-02' } }
    expect(html([day], { errors: { day: error } })).toContain('date.before_min:2 January 2026')
  })

  test('a suggestion is a button', () => {
    const error: FieldError = { code: 'email.did_you_mean', params: { suggestion: 'a@gmail.com', label: 'E' } }
    expect(html([{ id: 'e', type: 'email' }], { errors: { e: error } })).toMatch(
      /<button[^>]*>email\.did_you_mean:E<\/button>/,
    )
  })

  test('the form leaves checking to us, not to the browser', () => {
    expect(tag(html([field]), 'form')).toContain('noValidate')
  })
})

describe('attributes of a definition', () => {
  const markupOf = (more: Partial<FieldDefinition>, values?: Answers) =>
    html([{ id: 'a', type: 'input', title: 'A', ...more }], values ? { values } : {})

  test('FIELD-4: the important placeholder wins unless it is empty', () => {
    expect(attribute(tag(markupOf({ placeholder: 'p', important_placeholder: 'i' }), 'input'), 'placeholder')).toBe('i')
    expect(attribute(tag(markupOf({ placeholder: 'p', important_placeholder: '' }), 'input'), 'placeholder')).toBe('p')
  })

  test('FIELD-5: a field with hide is not in the page', () => {
    expect(tag(markupOf({ hide: true }), 'input')).toBe('')
  })

  test('FIELD-6: a field with disabled cannot be edited', () => {
    expect(tag(markupOf({ disabled: true }), 'input')).toContain('disabled')
  })

  test('FIELD-7, FIELD-8: limit and HTML type reach the control', () => {
    const input = tag(markupOf({ max_length: 7, input_type: 'tel' }), 'input')
    expect([attribute(input, 'maxLength'), attribute(input, 'type')]).toEqual(['7', 'tel'])
  })

  test('FIELD-9: a copy button', () => {
    expect(tag(markupOf({ show_copy_icon: true }), 'button', 'forms.copy')).not.toBe('')
    expect(tag(markupOf({}), 'button', 'forms.copy')).toBe('')
  })

  test.each<Partial<FieldDefinition>>([{ type: 'password' }, { type: 'input', input_type: 'password' }])(
    'FIELD-10: a button that shows what is typed unseen, for %o',
    (kind) => {
      const markup = markupOf({ ...kind, show_pass_icon: true })
      expect(tag(markup, 'button', 'forms.show_password')).not.toBe('')
      expect(tag(markup, 'input', 'type="password"')).not.toBe('')
      expect(tag(markupOf(kind), 'button', 'forms.show_password')).toBe('')
    },
  )

  test('FIELD-11: the title is above the control unless configured otherwise, and the tooltip is folded', () => {
    expect(markupOf({ show_top_label: false })).toContain('visually-hidden')
    const markup = markupOf({ tooltip: 'Explained' })
    expect(tag(markup, 'button', 'aria-expanded="false"')).not.toBe('')
    expect(markup).toMatch(/<p[^>]*hidden=""[^>]*>Explained<\/p>/)
  })

  test.each(['input', 'select', 'checkbox', 'birthday'])(
    'FIELD-11: the explanation of the kind %s is there, and describes its control',
    (type) => {
      const markup = markupOf({ type, tooltip: 'Explained', show_top_label: false })
      const [, id] = /<p id="([^"]*)"[^>]*>Explained<\/p>/.exec(markup) ?? []
      expect(id).toBeDefined()
      expect(tag(markup, 'button', `aria-controls="${id}"`)).not.toBe('')
      expect(markup).toMatch(new RegExp(`aria-describedby="[^"]*${id}"`))
    },
  )

  test('FIELD-3, FIELD-13: a field with every attribute, and options with every attribute, are read and drawn', () => {
    const option = {
      id: 1,
      name: 'Ukraine',
      title: 'Ukraine',
      value: 'ua',
      Alpha2: 'UA',
      phone_code: '+380',
      code: 'UAH',
      country_id: 1,
      account_length: 20,
      aliases: ['Україна'],
      selected: true,
      symbol: '₴',
    }
    const definition: FieldDefinition = {
      id: 'all',
      name: 'all_of_it',
      type: 'select',
      group: 'g',
      title: 'All',
      placeholder: 'Some',
      important_placeholder: 'Choose',
      required: true,
      disabled: false,
      hide: false,
      input_type: 'text',
      max_length: 10,
      show_copy_icon: true,
      show_pass_icon: true,
      show_top_label: true,
      tooltip: 'Explained',
      validation: { required: { message: 'Choose one', value: true } },
      options: [option],
      depends_on: { action: 'show', condition: ['yes'], field_id: 'asked' },
      checked_input: true,
      label: 'All of it',
      key: 'site-key',
      items: ['one'],
    }
    expect(isFieldDefinition(definition)).toBe(true)
    const markup = html([{ id: 'asked', type: 'input' }, definition], { values: { asked: 'yes', all: 1 } })
    expect(tag(markup, 'select', 'name="all_of_it"', 'required')).not.toBe('')
    expect(tag(markup, 'option', 'value="1"', 'selected')).not.toBe('')
    expect(markup).toContain('Choose')
    expect(markup).toContain('Explained')
  })

  test('FIELD-20: a box has its text beside it and is ticked when the answer says so', () => {
    const markup = markupOf({ type: 'checkbox', label: 'News' }, { a: true })
    expect(tag(markup, 'input', 'type="checkbox"')).toContain('checked')
    expect(markup).toContain('News')
  })

  test('FIELD-22: a list shows its items', () => {
    expect(markupOf({ type: 'list', items: ['one', 'two'] })).toMatch(/<li>one<\/li><li>two<\/li>/)
  })

  test('FIELD-14, FIELD-15: options go by value and title, the chosen one is selected', () => {
    const options = [
      { value: 'x', title: 'Ex' },
      { id: 2, name: 'Two' },
    ]
    const markup = markupOf({ type: 'select', options }, { a: '2' })
    expect(tag(markup, 'option', 'value="x"')).not.toBe('')
    expect(tag(markup, 'option', 'value="2"')).toContain('selected')
  })

  test('links of a consent open beside the form', () => {
    const links = { rules: { order: 10, title: 'Rules', url: '/en/rules' } }
    expect(
      tag(markupOf({ type: 'extended_checkbox', label: 'Agree', links }), 'a', 'href="/en/rules"', 'target="_blank"'),
    ).not.toBe('')
  })
})

describe('the form', () => {
  test.each(fieldKinds.enum)('FIELD-1: the kind %s is drawn, at once or when its code is there', async (type) => {
    const markup = html([{ id: 'a', type, title: 'Title', items: ['Title'] }])
    expect(markup).not.toContain('forms.unknown_field')
    const renderer = fieldRenderer(type)
    if (renderer !== undefined && 'load' in renderer) {
      expect(await renderer.load()).toBeTypeOf('function')
      expect(markup).toContain('shell.loading')
    } else expect(markup).toContain('Title')
  })

  test('a kind that is not known is seen, not passed over', () => {
    expect(html([{ id: 'a', type: 'hologram', title: 'A' }])).toContain('forms.unknown_field')
  })

  test('FIELD-18, FIELD-17: a dependent field comes and goes with its parent', () => {
    const definitions: FieldDefinition[] = [
      { id: 'kind', type: 'input' },
      { id: 'series', type: 'input', depends_on: { action: 'show', condition: ['p'], field_id: 'kind' } },
    ]
    expect(tag(html(definitions, { values: { kind: 'p' } }), 'input', 'name="series"')).not.toBe('')
    expect(tag(html(definitions, { values: { kind: 'q' } }), 'input', 'name="series"')).toBe('')
  })

  test('a form that is sent before the page is awake writes no answer into the address', () => {
    expect(tag(html([{ id: 'a', type: 'input' }]), 'form')).toContain('method="post"')
  })

  test('an error that belongs to no field is shown by the form', () => {
    const errors = { nobody: { code: 'value.refused', params: { label: 'Nobody' } } } as const
    expect(html([{ id: 'a', type: 'input' }], { errors })).toContain('value.refused:Nobody')
  })

  test('fields keep the order of the definitions', () => {
    const markup = html(['c', 'a', 'b'].map((id): FieldDefinition => ({ id, type: 'input' })))
    expect([...markup.matchAll(/name="(\w)"/g)].map(([, id]) => id)).toEqual(['c', 'a', 'b'])
  })

  test('while it is sent nothing can be edited, and the button keeps its focus', () => {
    const markup = html([{ id: 'a', type: 'input' }], { isBusy: true })
    expect(tag(markup, 'input')).toContain('disabled')
    const button = tag(markup, 'button', 'type="submit"')
    expect(button).toContain('aria-busy="true"')
    expect(button).not.toMatch(/\sdisabled/)
  })

  test('DATE-5: a birthday is typed in three parts, each with its purpose for filling in', () => {
    const markup = html([{ id: 'a', type: 'birthday', title: 'Born', autocomplete: 'bday' }], {
      values: { a: '1990-05-02' },
    })
    expect(tag(markup, 'input', 'bday-day')).toContain('value="02"')
    expect(tag(markup, 'input', 'bday-year')).toContain('value="1990"')
    expect(markup).toMatch(/<option value="05" selected="">May/)
  })
})
