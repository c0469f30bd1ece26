import { draft } from './form-draft.machine.ts'
import { form } from './form-region.machine.ts'
import { formSetup, openForm } from './form-setup.machine.ts'

/**
 * A form, whatever it asks: one of its variants is filled in at a time, each with fields that are loaded once; the
 * answers are judged, confirmed where that is asked, sent, and given back with the server's errors, as lapsed or as
 * failed, with every answer kept. The draft runs alongside. It knows no field by name: its owner says which fields
 * there are and which answers decide that.
 */
export const formMachine = formSetup.createMachine({
  id: 'form',
  context: openForm,
  type: 'parallel',
  states: { form, draft },
})
