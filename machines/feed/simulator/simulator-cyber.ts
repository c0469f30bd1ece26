import type { SimulatedSport } from './simulated-sport.ts'

const names = (list: string): readonly string[] => list.split(',')
const CLUBS = names(
  'Northgate,Harbour,Millbrook,Eastfield,Kingsferry,Ashworth,Stonebridge,Highmoor,Westhaven,Fairwater,Oakdale,Redcliff',
)

/** A discipline whose matches are maps, games or legs of points. */
function inSets(
  facts: Pick<SimulatedSport, 'sportId' | 'code' | 'round' | 'share' | 'competitions' | 'sides'>,
  play: Omit<Extract<SimulatedSport['play'], { kind: 'sets' }>, 'kind'>,
): SimulatedSport {
  return { ...facts, producer: 'simulator-cyber', play: { kind: 'sets', ...play }, counts: [] }
}

/** A discipline that is played by a clock. */
function byClock(
  facts: Pick<SimulatedSport, 'sportId' | 'code' | 'round' | 'share' | 'competitions' | 'sides' | 'counts'>,
  play: Omit<Extract<SimulatedSport['play'], { kind: 'clock' }>, 'kind'>,
): SimulatedSport {
  return { ...facts, producer: 'simulator-cyber', play: { kind: 'clock', ...play } }
}

/** Disciplines on a screen, each played as it is: shooters by rounds on maps, strategy by maps, fighting games by rounds, games of
 *  sports by their clock. */
export const CYBER_SPORTS: readonly SimulatedSport[] = [
  inSets(
    {
      sportId: 4001,
      code: 'cs',
      share: 5,
      round: 2,
      competitions: [{ name: 'Cyber Series' }, { name: 'Defuse Masters' }],
      sides: names(
        'Night Owls,Red Shift,Polar Six,Iron Tide,Static Fox,Zero Hour,Cobalt,Wild Cards,Sunset Squad,Paper Tigers',
      ),
    },
    { mostSets: 3, pointsToWin: 13, pointS: 100, breakS: 300 },
  ),
  inSets(
    {
      sportId: 4004,
      code: 'va',
      share: 3,
      round: 2,
      competitions: [{ name: 'Radiant Tour' }],
      sides: names('Neon Lynx,Spike Theory,Quiet Storm,Bluebird,Last Signal,Glass Cannon,Echo Nine,Ultraviolet'),
    },
    { mostSets: 3, pointsToWin: 13, pointS: 110, breakS: 240 },
  ),
  inSets(
    {
      sportId: 4002,
      code: 'dt',
      share: 4,
      round: 2,
      competitions: [{ name: 'Ancient League' }],
      sides: names('Ancient Oath,River Watch,Moonfall,Highground,Five Wards,Old Roshan,Dire Straits,Secret Path'),
    },
    { mostSets: 3, pointsToWin: 1, cap: 1, pointS: 2100, breakS: 400 },
  ),
  inSets(
    {
      sportId: 4003,
      code: 'lol',
      share: 2,
      competitions: [{ name: 'Rift Championship' }],
      sides: names('Baron Bay,Lantern Five,Crystal Order,Mid Nation,Verdant,Nexus Nine,Blue Buff,Tower Hill'),
    },
    { mostSets: 5, pointsToWin: 1, cap: 1, pointS: 1700, breakS: 420 },
  ),
  inSets(
    {
      sportId: 4008,
      code: 'sc',
      share: 1,
      competitions: [{ name: 'Star Ladder' }],
      sides: names('Korhal,Vesper,Drone,Photon,Marrow,Raven,Hydra,Oracle'),
    },
    { mostSets: 5, pointsToWin: 1, cap: 1, pointS: 720, breakS: 180 },
  ),
  inSets(
    {
      sportId: 4011,
      code: 'hs',
      share: 1,
      competitions: [{ name: 'Tavern Cup' }],
      sides: names('Ashcard,Mulligan,Topdeck,Coinflip,Jackdaw,Fatigue,Quill,Tempo'),
    },
    { mostSets: 5, pointsToWin: 1, cap: 1, pointS: 540, breakS: 90 },
  ),
  inSets(
    {
      sportId: 4055,
      code: 'tk',
      share: 2,
      competitions: [{ name: 'Iron Knuckle' }],
      sides: names('Kaze,Blue Gi,Hammerhand,Low Sweep,Wavedash,Sidestep,Parry,Counterhit'),
    },
    { mostSets: 5, pointsToWin: 3, cap: 3, pointS: 50, breakS: 45 },
  ),
  byClock(
    {
      sportId: 4007,
      code: 'rl',
      share: 2,
      competitions: [{ name: 'Boost League' }],
      sides: names('Aerial Six,Double Tap,Ceiling Shot,Kickoff,Flip Reset,Supersonic,Demolition,Rotation'),
      counts: [['shots', 7]],
    },
    {
      periods: 1,
      periodS: 420,
      breakS: 0,
      meanPoints: 2.4,
      values: [1],
      isDrawPossible: false,
      isPointRare: true,
      lineStep: 1,
    },
  ),
  byClock(
    {
      sportId: 85,
      code: 'cf',
      share: 2,
      competitions: [{ name: 'Console League' }],
      sides: CLUBS.map((town) => `${town} (e)`),
      counts: [['corners', 3]],
    },
    {
      periods: 2,
      periodS: 360,
      breakS: 60,
      meanPoints: 2.2,
      values: [1],
      isDrawPossible: true,
      isPointRare: true,
      lineStep: 1,
    },
  ),
  byClock(
    {
      sportId: 4077,
      code: 'nba',
      share: 1,
      competitions: [{ name: 'Virtual Hoops' }],
      sides: CLUBS.map((town) => `${town} 2K`),
      counts: [],
    },
    {
      periods: 4,
      periodS: 300,
      breakS: 40,
      meanPoints: 56,
      values: [2, 2, 2, 3, 1],
      isDrawPossible: false,
      isPointRare: false,
      lineStep: 3,
    },
  ),
]
