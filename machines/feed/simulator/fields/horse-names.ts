/** Words of which names of horses are made; none of them is known to race. */
export const HORSE_FIRST =
  'Silver,Quiet,Copper,Northern,Hidden,Golden,Scarlet,Winter,Amber,Distant,Lucky,Royal,Crimson,Morning,Gentle,Stormy,Ivory,Painted,Roaming,Bright'.split(
    ',',
  )
export const HORSE_SECOND =
  'Lantern,Harbour,Arrow,Meadow,Compass,Ember,Falcon,Ribbon,Orchard,Comet,Anthem,Voyage,Thistle,Signal,Canyon,Feather,Cascade,Pioneer,Mirage,Anvil'.split(
    ',',
  )
/** Courses that do not exist, with their countries by the codes of `COUNTRY_IDS`. */
export const COURSES = [
  ['Harbour Downs', 'gb'],
  ['Kingsferry Park', 'gb'],
  ['Millbrook Heath', 'gb'],
  ['Hautmont', 'fr'],
  ['Val Clair', 'fr'],
  ['Birkenau', 'de'],
  ['Colle Verde', 'it'],
  ['Vega Alta', 'es'],
] as const
export const RACE_NAMES =
  'Maiden Stakes,Oakdale Handicap,Fairwater Stakes,Highmoor Handicap,Redcliff Sprint,Westhaven Cup,Novice Stakes,Ashworth Trophy'.split(
    ',',
  )
export const OFFICES = ['mayor', 'council leader', 'governor', 'city treasurer'] as const
