import { type ClickHouse, type ClickHouseOptions, createClickHouse, databaseOf } from './clickhouse-client.ts'
import { ch } from './clickhouse-sql.ts'

/** Events, one row each: rows of the same brand, kind, time and visit are one event, whichever of them is merged away. Times are
 *  milliseconds since 1970, since older servers know whole seconds alone. */
const EVENTS = ch`CREATE TABLE IF NOT EXISTS livery_event (
  brand_id String, day Date, number UInt32, at_ms Int64, visit_id UUID, visitor_id UUID, account_id UInt64, is_bot UInt8,
  i1 Int64, i2 Int64, i3 Int64, f1 Float64, f2 Float64, f3 Float64, s1 String, s2 String, s3 String,
  language String, source String, referrer String, screen_width UInt32, screen_height UInt32
) ENGINE = ReplacingMergeTree() PARTITION BY toYYYYMMDD(day) ORDER BY (brand_id, number, at_ms, visit_id)`

/** Sums by hour (hours since 1970) of days that take no more events: they stay when the events are deleted. */
const HOURS = ch`CREATE TABLE IF NOT EXISTS livery_event_hour (
  brand_id String, hour UInt32, number UInt32, is_bot UInt8, events UInt64
) ENGINE = ReplacingMergeTree() ORDER BY (brand_id, hour, number, is_bot)`

/** Days whose sums by hour are those of all their events. */
const DAYS = ch`CREATE TABLE IF NOT EXISTS livery_event_day (
  brand_id String, day Date
) ENGINE = ReplacingMergeTree() ORDER BY (brand_id, day)`

/** Makes the tables where they are not there yet; tables that an operator has made, for replicas, stay as they are. */
export async function makeClickHouseTables(clickHouse: ClickHouse, options: ClickHouseOptions): Promise<void> {
  const { name, server } = databaseOf(options.url)
  if (name !== 'default')
    await createClickHouse({ ...options, url: server }).run({ statement: `CREATE DATABASE IF NOT EXISTS ${name}` })
  for (const table of [EVENTS, HOURS, DAYS]) await clickHouse.run(table)
}
