/** Facts that pages report, by the numbers of their events (ANA-22). */
export const COUNTED_FACTS = {
  firstDeposit: 1531,
  furtherDeposit: 1532,
  captchaPassed: 10190,
  captchaMissed: 10191,
  seasonEventOpened: 10750,
} as const

/** Numbers of the events of visits and pages. */
export const PAGE_EVENTS = {
  visitStarted: 1,
  visitEnded: 2,
  visitorNew: 3,
  pageShown: 10,
  vital: 20,
  vitalElement: 21,
  variantSeen: 30,
} as const
