/** Makers of casino games by what they make, in the order of their ids: an id never changes its maker, and new ones
 *  go at the end of their list. A maker of several kinds is in each list with an id of its own, because the games
 *  come from separate feeds. */
const MAKERS = {
  slots: `
    Novomatic, IGT, Aristocrat, Light & Wonder, NetEnt, Microgaming, Playtech, Play'n GO, Pragmatic Play, Yggdrasil, Quickspin, Red Tiger,
    Big Time Gaming, Nolimit City, Hacksaw Gaming, Push Gaming, Relax Gaming, ELK Studios, Thunderkick, Blueprint Gaming, iSoftBet, Wazdan,
    Endorphina, BGaming, Betsoft, Habanero, Amatic, EGT Digital, Gamomat, Merkur Gaming, Spinomenal, Booming Games, Evoplay, Tom Horn Gaming,
    Playson, Booongo, Igrosoft, Belatra Games, Mascot Gaming, PG Soft, CQ9 Gaming, JILI, Kalamba Games, Print Studios, AvatarUX, Swintt,
    Nucleus Gaming, Rival, Realtime Gaming, Ainsworth, Konami Gaming, Everi, Greentube, Apollo Games, Zitro, R. Franco, MGA Games, Caleta Gaming`,
  live: `
    Evolution, Ezugi, Playtech Live, Pragmatic Play Live, Vivo Gaming, Lucky Streak, BetGames, TVBet, Authentic Gaming, SA Gaming, Asia Gaming,
    Dream Gaming, WM Casino, Sexy Gaming, Absolute Live Gaming, Atmosfera, Imagine Live, XPG, Winfinity, Stakelogic Live, CreedRoomz, 7Mojos`,
  instant: `
    Spribe, SmartSoft Gaming, Turbo Games, Aviatrix, Gaming Corps, Galaxsys, Onlyplay, InOut Games, 100HP Gaming, Upgaming, Pascal Gaming,
    BetSolutions, KA Gaming, Spadegaming, Fa Chai Gaming, Zeus Play, Hölle Games`,
  virtual: `
    Golden Race, Betradar Virtuals, Inspired, Kiron Interactive, Leap Gaming, 1X2 Network, Playtech Virtuals, NSoft, Edge Gaming, Global Bet`,
  table: `
    Felt Gaming, Switch Studios, Shuffle Master, Oryx Gaming, Espresso Games, OneTouch, Mancala Gaming, Platipus, Gamzix, Urgent Games`,
} as const

/** What a maker's games are: `instant` are crash games and the like, `virtual` are sports without players. */
export type CasinoProviderKind = keyof typeof MAKERS

/** First id of each kind; a kind has room for a thousand. */
const FIRST_ID: Readonly<Record<CasinoProviderKind, number>> = {
  slots: 1001,
  live: 2001,
  instant: 3001,
  virtual: 4001,
  table: 5001,
}

/** Tables of the casino: ids of providers → their names, a table for each kind of games (TABLE-9). */
export const CASINO_PROVIDERS: Readonly<Record<CasinoProviderKind, ReadonlyMap<number, string>>> = {
  slots: tableOf('slots'),
  live: tableOf('live'),
  instant: tableOf('instant'),
  virtual: tableOf('virtual'),
  table: tableOf('table'),
}

function tableOf(kind: CasinoProviderKind): ReadonlyMap<number, string> {
  const names = MAKERS[kind].split(',').map((name) => name.trim())
  return new Map(names.map((name, place) => [FIRST_ID[kind] + place, name]))
}
