import { MENU_SECTION, type MenuSection } from '#machines/site/tables/tables.ts'

/** Sports that are played on a screen and are older than the series of disciplines: esports, football, ice hockey, basketball. */
const OLD_CYBER = [40, 85, 89, 144] as const
const MARBLES = 197

/** Disciplines by genre (TABLE-8): the first and last of runs of ids. */
type Runs = readonly (readonly [first: number, last: number])[]

const GENRES: Readonly<Partial<Record<MenuSection, Runs>>> = {
  [MENU_SECTION.sportsSimulators]: [
    [85, 85],
    [89, 89],
    [144, 144],
    [4070, 4085],
    [4087, 4097],
  ],
  [MENU_SECTION.sportsGames]: [
    [4007, 4007],
    [4086, 4086],
    [4098, 4098],
  ],
  [MENU_SECTION.fightingGames]: [[4052, 4069]],
  [MENU_SECTION.cardGames]: [
    [4011, 4011],
    [4045, 4048],
    [4051, 4051],
  ],
  [MENU_SECTION.shooters]: [
    [4001, 4001],
    [4004, 4006],
    [4017, 4030],
    [4036, 4040],
  ],
  [MENU_SECTION.onlineRpgs]: [[4013, 4013]],
  [MENU_SECTION.strategy]: [
    [4002, 4003],
    [4008, 4010],
    [4012, 4012],
    [4031, 4035],
    [4041, 4044],
    [4099, 4101],
  ],
  [MENU_SECTION.vehicularCombat]: [[4014, 4016]],
  [MENU_SECTION.puzzles]: [[4102, 4102]],
  [MENU_SECTION.others]: [
    [4049, 4050],
    [4103, 4106],
  ],
}

const DISCIPLINES: Runs = [[4001, 4106]]

/** The sports of a section of the menu (TABLE-3). Sections about which the sports say nothing, such as long bets, have none. */
export function sportsOfSection(section: MenuSection): readonly number[] {
  switch (section) {
    case MENU_SECTION.marbleLive:
      return [MARBLES]
    case MENU_SECTION.cyberLive:
    case MENU_SECTION.cyberStream:
    case MENU_SECTION.eSports:
      return [...OLD_CYBER, ...idsOf(DISCIPLINES)]
    default:
      return idsOf(GENRES[section] ?? [])
  }
}

function idsOf(runs: Runs): readonly number[] {
  return runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, place) => first + place))
}
