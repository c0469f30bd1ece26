import type { BooleanConfig, SupportConfig } from '#schemas'

/** The consultant that players of a language write to: that of their language, else the default one (CFG-14). It names the queue at
 *  the desk where their talk waits. @param language code as the site's languages have it, such as `de` */
export function consultantId(
  support: Pick<SupportConfig, 'consultantIds' | 'defaultConsultantId'>,
  language: string,
): string {
  const { consultantIds: ids, defaultConsultantId } = support
  return (Object.hasOwn(ids, language) ? ids[language] : undefined) ?? defaultConsultantId
}

/** The version of the consultant: 3 is a panel over any page, 2 the page of the office (CFG-15). */
export function consultantApiVersion({ isNewHelper }: Pick<BooleanConfig, 'isNewHelper'>): 2 | 3 {
  return isNewHelper ? 3 : 2
}
