import { pointerStep } from '#machines/site/merge-patch.rules.ts'
import type { BooleanConfig, BrandProblem, BringAFriendConfig, RegistrationConfig } from '#schemas'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'
import { quoted } from '../faults/problem-words.ts'

const PATH = sectionPath('bring-a-friend')
const REGISTRATION = sectionPath('registration')
const HALF_E4 = 5000

/** Terms of the referral programmes that contradict each other, and parameters of addresses that fill the same field (REF-5, REF-7). */
export function checkReferral(level: BrandLevel): readonly BrandProblem[] {
  const friends = level.documents.get(PATH)?.value as BringAFriendConfig | undefined
  const flags = level.documents.get(sectionPath('boolean'))?.value as BooleanConfig | undefined
  return [...(friends && flags ? termProblems(level, friends, flags) : []), ...prefillProblems(level)]
}

function termProblems(
  level: BrandLevel,
  friends: BringAFriendConfig,
  { isReferralAllowed, isRegistrationAllowed }: BooleanConfig,
): readonly BrandProblem[] {
  const { qualifyWithinMs, earnForMs, isPartnerProgrammeOffered } = friends
  const faults: BrandProblem[] = []
  const tell = (pointer: string, found: string, expected: string, message: string, isWarning = false) =>
    faults.push(
      ...locateFault(level, PATH, {
        ...{ pointer, found, expected, suggestion: null, message },
        ...(isWarning ? { level: 'warning' as const } : {}),
      }),
    )
  if (isReferralAllowed && qualifyWithinMs > earnForMs)
    tell(
      '/qualifyWithinMs',
      String(qualifyWithinMs),
      `at most ${earnForMs}`,
      `A friend may take ${qualifyWithinMs} ms to qualify, and nothing is earned any more after ${earnForMs} ms. Shorten "qualifyWithinMs", or lengthen "earnForMs".`,
    )
  if ((isReferralAllowed || isPartnerProgrammeOffered) && !isRegistrationAllowed)
    tell(
      '',
      'a referral programme',
      'a registration',
      'Friends and partners bring players who cannot register: "boolean.isRegistrationAllowed" is off. Allow registration, or switch the programmes off.',
    )
  for (const [key, isOn] of [
    ['shareE4', isReferralAllowed],
    ['partnerShareE4', isPartnerProgrammeOffered],
  ] as const)
    if (isOn && friends[key] > HALF_E4)
      tell(
        `/${key}`,
        String(friends[key]),
        `at most ${HALF_E4}`,
        `${quoted(key)} gives away ${friends[key] / 100} % of what is won of a player: more than half. Check that the value is meant in ten-thousandths.`,
        true,
      )
  return faults
}

/** Of several parameters that fill one field the first wins, and what the others bring is lost. */
function prefillProblems(level: BrandLevel): readonly BrandProblem[] {
  const registration = level.documents.get(REGISTRATION)?.value as RegistrationConfig | undefined
  const owners = new Map<string, string>()
  return Object.entries(registration?.prefills ?? {}).flatMap(([parameter, field]) => {
    const former = owners.get(field)
    if (former === undefined) {
      owners.set(field, parameter)
      return []
    }
    const message = `The parameters ${quoted(former)} and ${quoted(parameter)} both fill the field ${quoted(field)}: an address with both loses one of them. Give each a field of its own, or take one out with null.`
    const pointer = `/prefills/${pointerStep(parameter)}`
    const expected = 'a field that no other parameter fills'
    return locateFault(level, REGISTRATION, { pointer, found: quoted(field), expected, suggestion: null, message })
  })
}
