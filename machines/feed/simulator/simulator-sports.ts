import { COUNTRY_IDS } from './competitions.ts'
import type { SimulatedSport } from './simulated-sport.ts'
import { CYBER_SPORTS } from './simulator-cyber.ts'

const EUROPE = ['gb', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'tr'] as const
const country = (place: number) => COUNTRY_IDS[EUROPE[place % EUROPE.length] ?? 'gb']

/** Places that do not exist, so that nobody takes a simulated match for a real one. */
export const TOWNS =
  'Northgate,Harbour,Millbrook,Eastfield,Kingsferry,Ashworth,Stonebridge,Highmoor,Westhaven,Fairwater,Oakdale,Redcliff,Ravenholm,Southmere,Greystone,Larkfield,Thornbury,Elmstead,Copperhill,Whitcombe,Marlow Bay,Dunmore,Silverton,Brackley,Holmwood,Penrose,Stanmoor,Wexham'.split(
    ',',
  )
const clubs = (suffix: string): readonly string[] => TOWNS.map((town) => `${town} ${suffix}`)
const PLAYERS =
  'A. Moreno,B. Lindqvist,C. Okafor,D. Petrov,E. Tanaka,F. Rossi,G. Novak,H. Dubois,I. Santos,J. Keller,K. Yilmaz,L. Haddad,M. Costa,N. Eriksen,O. Mensah,P. Horvat,Q. Laurent,R. Sato,S. Weber,T. Silva,U. Kaya,V. Mariani,W. Nkosi,Y. Ferrer'.split(
    ',',
  )
const FIGHTERS =
  'D. Stone,M. Vargas,T. Okoye,R. Belov,J. Hale,S. Imai,L. Duarte,K. Brandt,A. Reyes,P. Novak,E. Cruz,N. Adeyemi,F. Lindahl,G. Moretti,H. Tran,I. Petrenko,B. Walsh,C. Nakamura,O. Diallo,V. Marin,W. Fischer,X. Araujo,Y. Demir,Z. Kowalski'.split(
    ',',
  )
const MARBLES =
  'Red Comet,Blue Ripple,Green Fern,Amber Drop,Pearl,Onyx,Violet Dusk,White Frost,Copper Spin,Jade,Ruby Arc,Night Sky'.split(
    ',',
  )

/** The sports of a simulated day. */
export const SIMULATED_SPORTS: readonly SimulatedSport[] = [
  {
    sportId: 1,
    code: 'fb',
    share: 16,
    producer: 'simulator',
    play: {
      kind: 'clock',
      periods: 2,
      periodS: 2700,
      breakS: 900,
      meanPoints: 1.35,
      values: [1],
      isDrawPossible: true,
      isPointRare: true,
      lineStep: 1,
    },
    competitions: [['Sim Premier Division', country(0)], ['Sim First League', country(1)], ['Sim Continental Cup']],
    sides: clubs('FC'),
    counts: [
      ['corners', 5],
      ['yellow_cards', 2],
      ['red_cards', 0.09],
      ['shots', 12],
      ['shots_on_target', 4.4],
      ['fouls', 11],
      ['offsides', 1.9],
    ],
    squad: {
      starting: [
        ['goalkeeper', 1, 0],
        ['defender', 4, 0.7],
        ['midfielder', 4, 2],
        ['forward', 2, 5],
      ],
      bench: [
        ['goalkeeper', 1, 0],
        ['forward', 2, 5],
        ['midfielder', 2, 2],
        ['defender', 2, 0.7],
      ],
      changes: 4,
    },
  },
  {
    sportId: 2,
    code: 'ih',
    share: 7,
    producer: 'simulator',
    play: {
      kind: 'clock',
      periods: 3,
      periodS: 1200,
      breakS: 900,
      meanPoints: 2.9,
      values: [1],
      isDrawPossible: true,
      isPointRare: true,
      lineStep: 1,
    },
    competitions: [['Sim Ice League'], ['Sim Polar Cup']],
    sides: clubs('Ice'),
    counts: [
      ['penalty_minutes', 8],
      ['shots', 29],
    ],
    squad: {
      starting: [
        ['goalkeeper', 1, 0],
        ['defender', 6, 0.8],
        ['forward', 12, 2],
      ],
      bench: [['goalkeeper', 1, 0]],
      changes: 0,
    },
  },
  {
    sportId: 3,
    code: 'bb',
    share: 7,
    producer: 'simulator',
    play: {
      kind: 'clock',
      periods: 4,
      periodS: 600,
      breakS: 180,
      meanPoints: 82,
      values: [2, 2, 2, 3, 1],
      isDrawPossible: false,
      isPointRare: false,
      lineStep: 3,
    },
    competitions: [
      ['Sim Hoops League', country(2)],
      ['Sim Hoops Cup', country(3)],
    ],
    sides: clubs('Hoops'),
    counts: [
      ['fouls', 18],
      ['rebounds', 42],
    ],
  },
  {
    sportId: 4,
    code: 'tn',
    share: 8,
    producer: 'simulator',
    play: { kind: 'sets', mostSets: 3, pointsToWin: 6, cap: 7, pointS: 200, breakS: 120 },
    competitions: [['Sim Open, singles'], ['Sim Masters, singles']],
    sides: PLAYERS,
    counts: [
      ['aces', 6],
      ['double_faults', 3],
    ],
  },
  {
    sportId: 6,
    code: 'vb',
    share: 5,
    producer: 'simulator',
    play: { kind: 'sets', mostSets: 5, pointsToWin: 25, pointS: 30, breakS: 180 },
    competitions: [['Sim Volley League', country(4)]],
    sides: clubs('Volley'),
    counts: [['aces', 5]],
  },
  {
    sportId: 8,
    code: 'hb',
    share: 5,
    producer: 'simulator',
    play: {
      kind: 'clock',
      periods: 2,
      periodS: 1800,
      breakS: 900,
      meanPoints: 28,
      values: [1],
      isDrawPossible: true,
      isPointRare: false,
      lineStep: 2,
    },
    competitions: [['Sim Handball League', country(1)]],
    sides: clubs('HC'),
    counts: [['penalty_minutes', 6]],
  },
  {
    sportId: 10,
    code: 'tt',
    share: 6,
    producer: 'simulator',
    play: { kind: 'sets', mostSets: 5, pointsToWin: 11, pointS: 18, breakS: 60 },
    competitions: [['Sim Table Tennis Cup']],
    sides: PLAYERS.toReversed(),
    counts: [],
  },
  {
    sportId: 66,
    code: 'cr',
    share: 3,
    producer: 'simulator',
    play: {
      kind: 'clock',
      periods: 2,
      periodS: 5400,
      breakS: 1200,
      meanPoints: 158,
      values: [1, 1, 1, 2, 4, 6],
      isDrawPossible: false,
      isByInnings: true,
      isPointRare: false,
      lineStep: 5,
    },
    competitions: [['Sim Twenty20']],
    sides: clubs('CC'),
    counts: [
      ['wickets', 6],
      ['fours', 13],
      ['sixes', 6],
    ],
  },
  {
    sportId: 5,
    code: 'bs',
    share: 3,
    producer: 'simulator',
    play: {
      kind: 'clock',
      periods: 9,
      periodS: 1000,
      breakS: 120,
      meanPoints: 4.4,
      values: [1],
      isDrawPossible: false,
      isPointRare: true,
      lineStep: 1,
    },
    competitions: [['Sim Diamond League']],
    sides: clubs('Nine'),
    counts: [
      ['hits', 8.5],
      ['strikeouts', 8.2],
    ],
  },
  {
    sportId: 13,
    code: 'af',
    share: 2,
    producer: 'simulator',
    play: {
      kind: 'clock',
      periods: 4,
      periodS: 900,
      breakS: 300,
      meanPoints: 23,
      values: [7, 3, 7, 3, 6],
      isDrawPossible: false,
      isPointRare: false,
      lineStep: 3,
    },
    competitions: [['Sim Gridiron League']],
    sides: clubs('Gridiron'),
    counts: [
      ['touchdowns', 2.5],
      ['field_goals', 1.7],
    ],
  },
  {
    sportId: 56,
    code: 'mma',
    share: 5,
    producer: 'simulator',
    play: { kind: 'fight', rounds: 3, breakS: 60 },
    competitions: [
      ['Sim Fight Night, lightweight'],
      ['Sim Fight Night, welterweight'],
      ['Sim Fight Night, heavyweight'],
    ],
    sides: FIGHTERS,
    isSplit: true,
    counts: [],
  },
  {
    sportId: 197,
    code: 'mb',
    share: 1,
    producer: 'simulator',
    play: { kind: 'sets', mostSets: 3, pointsToWin: 8, pointS: 30, breakS: 60 },
    competitions: [['Sim Marble Run']],
    sides: MARBLES,
    counts: [],
  },
  ...CYBER_SPORTS,
]

/** The simulated sport of an id. @throws RangeError when it is not simulated */
export function simulatedSport(sportId: number): SimulatedSport {
  const sport = SIMULATED_SPORTS.find((one) => one.sportId === sportId)
  if (!sport) throw new RangeError(`the sport ${sportId} is not simulated`)
  return sport
}
