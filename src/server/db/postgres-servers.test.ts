import { expect, test } from 'vitest'
import { serversOf } from './postgres-servers.ts'

test.each([
  ['postgres://livery@localhost/livery', ['postgres://livery@localhost/livery']],
  [
    'postgresql://livery:p%40ss@north:5432,south:5433/livery?target_session_attrs=read-write',
    ['postgresql://livery:p%40ss@north:5432/livery', 'postgresql://livery:p%40ss@south:5433/livery'],
  ],
  [
    'postgres://north,[::1]:5433/livery?target_session_attrs=primary&sslmode=require&options=-c%20a=b',
    [
      'postgres://north/livery?sslmode=require&options=-c%20a=b',
      'postgres://[::1]:5433/livery?sslmode=require&options=-c%20a=b',
    ],
  ],
  ['postgres:///livery?host=/run/postgresql', ['postgres:///livery?host=/run/postgresql']],
])('the servers of %s', (address, servers) => {
  expect(serversOf(address)).toEqual(servers)
})
