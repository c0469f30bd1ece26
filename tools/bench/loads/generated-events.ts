import pg from 'pg'

/** What visitors of the bench do in a visit: the number of an event, seconds from the beginning of the visit, and how many in a hundred do it. */
const DONE = [
  [1, 0, 100],
  [10, 1, 100],
  [20, 2, 100],
  [20, 3, 90],
  [10, 5, 80],
  [13042, 6, 60],
  [13026, 7, 40],
  [10, 9, 60],
  [12000, 12, 50],
  [12001, 16, 40],
  [12002, 20, 30],
  [10000, 21, 25],
  [12004, 25, 20],
  [1540, 30, 8],
  [1531, 40, 3],
] as const

const EVENTS_A_VISIT = DONE.reduce((sum, [, , percent]) => sum + percent / 100, 0)
const DAY_S = 86_400

/** Events of a brand that were generated. */
export interface GeneratedEvents {
  readonly brandId: string
  /** The steps of a funnel of six that leads through them. */
  readonly steps: readonly number[]
  readonly days: number
  /** The beginning of the first day. */
  readonly from: Date
  readonly people: number
}

/** Writes events of many visits on many days into a database, with the sums of their hours, by the database itself.
 *  @param events about how many   @returns what there is, and how many events exactly */
export async function generateEvents(
  url: string,
  { brandId, days, from, people }: GeneratedEvents,
  events: number,
): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const visits = Math.round(events / days / EVENTS_A_VISIT)
  let written = 0
  try {
    await client.query('set synchronous_commit = off')
    for (let day = 0; day < days; day += 1) {
      const begin = new Date(from.getTime() + day * DAY_S * 1000)
      await client.query('select analytics_make_day($1::date)', [begin.toISOString().slice(0, 10)])
      const { rowCount } = await client.query(
        `insert into analytics_event_${begin.toISOString().slice(0, 10).replaceAll('-', '')}
         select $1::text, md5('visit ' || $2::integer || ' ' || visit)::uuid,
           $3::timestamptz + make_interval(secs => (hashint8(visit * 7919 + $2::integer)::bigint & 2147483647) % (${DAY_S} - 60) + after_s),
           number, md5('visitor ' || (hashint8(visit * 104729 + $2::integer)::bigint & 2147483647) % $4::integer)::uuid,
           null, false, '{}', 'en', null, null, 1440, 900
         from generate_series(1, $5::bigint) as visit
         cross join (values ${DONE.map((one) => `(${one.join(',')})`).join(',')}) as done (number, after_s, percent)
         where (hashint8(visit * 31 + after_s * 1009 + $2::integer)::bigint & 2147483647) % 100 < percent
         order by visit`,
        [brandId, day, begin, people, visits],
      )
      written += rowCount ?? 0
      await client.query(
        `insert into analytics_hour select brand_id, date_trunc('hour', at, 'UTC'), number, is_bot, count(*)
         from analytics_event where brand_id = $1 and at >= $2 and at < $2 + interval '1 day' group by 1, 2, 3, 4`,
        [brandId, begin],
      )
    }
    // As the server does by itself before long.
    await client.query('vacuum analyze analytics_event')
  } finally {
    await client.end()
  }
  return written
}

/** The same funnel by joins of the database alone: slow, and written by another hand than the quick one. */
export async function funnelByJoins(
  url: string,
  { brandId, steps }: GeneratedEvents,
  { from, to, windowMs }: { readonly from: Date; readonly to: Date; readonly windowMs: number },
): Promise<number[]> {
  const taken = steps.map((number, at) =>
    at === 0
      ? `step0 as materialized (select visitor_id, min(at) as entered, min(at) as at from analytics_event
           where brand_id = $1 and number = ${number} and not is_bot and at >= $2 and at < $3 group by visitor_id)`
      : `step${at} as materialized (select before.visitor_id, before.entered, min(event.at) as at
           from step${at - 1} as before join analytics_event as event on event.visitor_id = before.visitor_id
           where event.brand_id = $1 and event.number = ${number} and not event.is_bot and event.at >= $2
             and event.at > before.at and event.at <= before.entered + make_interval(secs => ${windowMs / 1000})
           group by before.visitor_id, before.entered)`,
  )
  const counts = steps.map((_, at) => `(select count(*)::integer from step${at})`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("set work_mem = '256MB'")
    const { rows } = await client.query(`with ${taken.join(', ')} select array[${counts.join(', ')}] as counts`, [
      brandId,
      from,
      to,
    ])
    return rows[0]?.counts ?? []
  } finally {
    await client.end()
  }
}
