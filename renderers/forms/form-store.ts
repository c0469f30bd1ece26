import { checkAnswers, checkShownField } from '#machines/forms/check-answers.rules.ts'
import { shownIds, updateShown } from '#machines/forms/depends-on.rules.ts'
import { isExempt } from '#machines/forms/field-kind.rules.ts'
import type { FormContext } from '#machines/forms/form/form-context.rules.ts'
import { isConfirmable } from '#machines/forms/form/form-judgement.rules.ts'
import { projectAnswers } from '#machines/forms/projection.rules.ts'
import { isEmptyAnswer } from '#machines/forms/required.rules.ts'
import type { Answers, AnswerValue, FieldDefinition, FieldError } from '#schemas'
import { type FieldErrors, isSame, type Judgement, plainRecord, type Submission } from './form-judgement.ts'
import { type FormPlan, planForm } from './form-plan.ts'
import { Watchers } from './watchers.ts'

/** What a form opens with. */
export interface FormStart {
  readonly definitions: readonly FieldDefinition[]
  /** All answers, those of hidden fields too: a field that comes back has its answer again. */
  readonly answers: Answers
  readonly context: FormContext
  /** Whether a field has a place for its error; the errors of others are told by the form. */
  readonly showsError: (definition: FieldDefinition) => boolean
}

/** What a field shows. The same object as long as nothing of it has changed. */
export interface FieldState {
  readonly value: AnswerValue | undefined
  readonly error: FieldError | undefined
}

/** What the form shows besides the states of its fields. The same object as long as nothing of it has changed. */
export interface FormOutline {
  readonly definitions: readonly FieldDefinition[]
  readonly shown: ReadonlySet<string>
  /** Errors of fields which cannot show them. */
  readonly strays: FieldErrors
}

/** The state of a form, field by field. A change of one answer looks at its descendants among the conditions and at the
 *  fields whose validation depends on it; only fields whose value, error or visibility has changed are notified. */
export class FormStore {
  #plan: FormPlan
  #shown: Set<string>
  #strays: FieldErrors = {}
  #outline: FormOutline
  #told: FormOutline
  #context: FormContext
  #received: FieldErrors = {}
  readonly #answers: Record<string, AnswerValue>
  readonly #showsError: FormStart['showsError']
  readonly #judgements = new Map<string, Judgement>()
  readonly #touched = new Set<string>()
  readonly #confirmed = new Set<string>()
  readonly #states = new Map<string, FieldState>()
  readonly #watchers = new Watchers<string | null>()

  constructor({ definitions, answers, context, showsError }: FormStart) {
    this.#answers = plainRecord(answers)
    this.#context = context
    this.#showsError = showsError
    this.#plan = planForm(definitions)
    this.#shown = shownIds(this.#plan.conditions, this.#answers)
    this.#outline = this.#drawn()
    this.#told = this.#outline
  }

  /** What a field shows now. */
  readonly field = (id: string): FieldState => {
    const state = this.#states.get(id) ?? this.#stateOf(id)
    this.#states.set(id, state)
    return state
  }

  /** What the form shows besides. */
  readonly outline = (): FormOutline => this.#outline

  /** All answers of now. */
  readonly answers = (): Answers => ({ ...this.#answers })

  /** Calls back when a field shows something else; gives the way to stop that. */
  readonly watch = (id: string, callback: () => void): (() => void) => this.#watchers.add(id, callback)

  /** Calls back when the outline is another; gives the way to stop that. */
  readonly watchOutline = (callback: () => void): (() => void) => this.#watchers.add(null, callback)

  /** Takes an answer. A field that was wrong is judged again (RULE-20), as are those that look at it and have been left.
   *  @returns whether it differs from the answer before */
  change(id: string, value: AnswerValue | undefined): boolean {
    if (isSame(this.#answers[id], value)) return false
    if (value === undefined) delete this.#answers[id]
    else this.#answers[id] = value
    if (this.#judgements.has(id) && !this.#isSpent(id)) this.#judge(id)
    const moved = updateShown(this.#plan.conditions, this.#shown, id, this.#answers)
    const others = [...this.#readersOf(id), ...moved]
    for (const other of others) if (this.#touched.has(other)) this.#judge(other)
    if (moved.length > 0) this.#outline = this.#drawn()
    this.#publish([id, ...others])
    return true
  }

  /** Judges a field that has been left.
   *  @returns what is wrong with it, or else with a field that looks at it */
  leave(id: string): FieldError | null {
    this.#touched.add(id)
    this.#judge(id)
    this.#publish([id])
    const errors = [id, ...this.#readersOf(id)].map((one) => this.field(one).error)
    return errors.find((error) => error !== undefined) ?? null
  }

  /** The player stands by an answer in spite of a suggestion. */
  confirm(id: string): void {
    this.#confirmed.add(String(this.#answers[id]))
    this.#judgements.delete(id)
    this.#judge(id)
    this.#publish([id])
  }

  /** Judges every field before the answers are sent, in a form that nobody else judges. What the server has refused is not sent
   *  again as it is; what the form of today does not ask, but an older draft has, does not count. */
  submit(): Submission {
    const answers = plainRecord(this.#answers, (id) => this.#plan.byId.has(id))
    const { errors, payload } = checkAnswers(this.#plan.definitions, answers, this.#asked())
    const faults = this.show(errors)
    return { isValid: Object.keys(faults).length === 0, errors: faults, payload }
  }

  /** What would be sent: the answers of visible fields. */
  readonly payload = (): Answers => projectAnswers(this.#plan.definitions, this.#answers)

  /** Shows a judgement of the whole form: a field that it does not name is right.
   *  @returns what keeps the form from being sent, in the order of the fields */
  show(errors: FieldErrors): FieldErrors {
    this.#setStrays(Object.entries(errors).filter(([id]) => !this.#isPlaced(id)))
    for (const id of this.#shown) {
      this.#touched.add(id)
      this.#judge(id, Object.hasOwn(errors, id) ? errors[id] : null)
    }
    this.#publish(this.#shown)
    const faults = this.#plan.definitions.flatMap((definition): [string, FieldError][] => {
      const { error } = this.field(definition.id)
      return error === undefined || !this.#isBlocking(definition) ? [] : [[definition.id, error]]
    })
    return Object.fromEntries(faults)
  }

  /** Shows errors at their fields; one stands as long as the answer is the one that it judged.
   *  @param judged the answers that were judged; those of now when left out */
  refuse(errors: FieldErrors, source: 'async' | 'server', judged: Answers = this.#answers): void {
    for (const [id, error] of Object.entries(errors)) {
      const answer = this.#answers[id]
      if (!isSame(judged[id], answer) || this.#isConfirmed(error, answer)) continue
      if (this.#isPlaced(id)) this.#judgements.set(id, { error, source, answer })
      else this.#setStrays([...Object.entries(this.#strays), [id, error]])
    }
    this.#publish(Object.keys(errors))
  }

  /** Takes over all that the server says now: what is new is shown, what it no longer says goes.
   *  @returns the errors that are new, in the order of the fields */
  receive(errors: FieldErrors): FieldErrors {
    const before = this.#received
    this.#received = errors
    const gone = Object.keys(before).filter((id) => !Object.hasOwn(errors, id))
    for (const id of gone) if (this.#judgements.get(id)?.error === before[id]) this.#judgements.delete(id)
    this.#setStrays(Object.entries(this.#strays).filter(([id]) => !gone.includes(id)))
    this.#publish(gone)
    const places = new Map([...this.#plan.byId.keys()].map((id, index) => [id, index]))
    const news = Object.entries(errors)
      .filter(([id, error]) => before[id] !== error)
      .sort(([left], [right]) => (places.get(left) ?? places.size) - (places.get(right) ?? places.size))
    const found = Object.fromEntries(news)
    this.refuse(found, 'server')
    return found
  }

  /** Other fields, or the same in another language: answers stay, what was judged is judged again. */
  redefine(definitions: readonly FieldDefinition[]): void {
    if (definitions === this.#plan.definitions) return
    this.#plan = planForm(definitions)
    this.#shown = shownIds(this.#plan.conditions, this.#answers)
    for (const id of [...this.#judgements.keys()]) this.#judge(id)
    this.#outline = this.#drawn()
    this.#publish(this.#states.keys())
  }

  /** Other circumstances, such as a phone number that has been proved: what was judged by them is judged again. */
  inform(context: FormContext): void {
    if (context === this.#context) return
    const isPhoneNew = !isSame(context.phone, this.#context.phone)
    this.#context = context
    for (const [id, { error }] of [...this.#judgements]) {
      if (isPhoneNew && isConfirmable(error)) this.#judgements.delete(id)
      this.#judge(id)
    }
    this.#publish(this.#states.keys())
  }

  #asked(): FormContext {
    const { confirmedEmails = [] } = this.#context
    if (confirmedEmails === 'all' || this.#confirmed.size === 0) return this.#context
    return { ...this.#context, confirmedEmails: [...confirmedEmails, ...this.#confirmed] }
  }

  #isConfirmed({ code }: FieldError, answer: AnswerValue | undefined): boolean {
    return code === 'email.did_you_mean' && this.#confirmed.has(String(answer))
  }

  /** Whether a captcha's answer has only been taken away: what was said of it stays until there is another. */
  #isSpent(id: string): boolean {
    const definition = this.#plan.byId.get(id)
    const isAdvice = definition !== undefined && !this.#isBlocking(definition)
    return isAdvice && isEmptyAnswer(this.#answers[id])
  }

  #isPlaced(id: string): boolean {
    const definition = this.#plan.byId.get(id)
    return definition !== undefined && this.#shown.has(id) && this.#showsError(definition)
  }

  /** What others have said of a field that does not count, such as a captcha, is advice: only they can take it back. */
  #isBlocking(definition: FieldDefinition): boolean {
    return !isExempt(definition) || this.#judgements.get(definition.id)?.source === 'local'
  }

  #readersOf(id: string): readonly string[] {
    return this.#plan.readers.get(id) ?? []
  }

  /** Judges a field by our rules, unless somebody else's error still stands for its answer. */
  #judge(id: string, found?: FieldError | null): void {
    const before = this.#judgements.get(id)
    const answer = this.#answers[id]
    if (before && before.source !== 'local' && isSame(before.answer, answer)) return
    const error = found === undefined ? this.#check(id) : found
    if (error === null) this.#judgements.delete(id)
    else if (before?.source !== 'local' || !isSame(before.error, error)) {
      this.#judgements.set(id, { error, source: 'local', answer })
    }
  }

  #check(id: string): FieldError | null {
    const { byId, definitions } = this.#plan
    const definition = byId.get(id)
    if (definition === undefined || !this.#shown.has(id)) return null
    const error = checkShownField(definition, { definitions, answers: this.#answers, context: this.#asked() })
    // A phone is confirmed after it has been typed: a missing confirmation is reported only when the form is sent.
    return error !== null && isConfirmable(error) ? null : error
  }

  #stateOf(id: string): FieldState {
    return { value: this.#answers[id], error: this.#shown.has(id) ? this.#judgements.get(id)?.error : undefined }
  }

  #setStrays(errors: readonly (readonly [string, FieldError])[]): void {
    const strays = Object.fromEntries(errors)
    if (isSame(strays, this.#strays)) return
    this.#strays = strays
    this.#outline = this.#drawn()
  }

  #drawn(): FormOutline {
    return { definitions: this.#plan.definitions, shown: new Set(this.#shown), strays: this.#strays }
  }

  #publish(ids: Iterable<string>): void {
    const told = [...new Set(ids)].filter((id) => this.#renew(id))
    for (const id of told) this.#watchers.call(id)
    if (this.#told === this.#outline) return
    this.#told = this.#outline
    this.#watchers.call(null)
  }

  #renew(id: string): boolean {
    const before = this.#states.get(id)
    const next = this.#stateOf(id)
    if (before === undefined || (before.value === next.value && before.error === next.error)) return false
    this.#states.set(id, next)
    return true
  }
}
