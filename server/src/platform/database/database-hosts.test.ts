import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findAddressFault, hostsOf } from './database-hosts.ts'

describe('the address of a database', () => {
  it('may name several hosts, of which each has an address of its own', () => {
    const hosts = hostsOf(
      'postgresql://me:p%2Cw@one:6432,two,[::1]:5433/portal?target_session_attrs=read-write&ssl=true',
    )

    assert.deepEqual(hosts, [
      { host: 'one', port: 6432, url: 'postgresql://me:p%2Cw@one:6432/portal?ssl=true' },
      { host: 'two', port: 5432, url: 'postgresql://me:p%2Cw@two/portal?ssl=true' },
      { host: '::1', port: 5433, url: 'postgresql://me:p%2Cw@[::1]:5433/portal?ssl=true' },
    ])
  })

  it('names one host as ever, or a folder with a socket', () => {
    const [alone, ...others] = hostsOf('postgres://localhost/portal?host=%2Frun%2Fpostgresql')

    assert.equal(alone?.url, 'postgres://localhost/portal?host=%2Frun%2Fpostgresql')
    assert.deepEqual(others, [])
  })

  it('is refused with its fault', () => {
    assert.deepEqual(
      [
        'mysql://one/portal',
        'postgresql://one:port,two/portal',
        'postgresql://one,,two/portal',
        'postgresql://one,two/portal?target_session_attrs=standby',
        'postgresql://one,two/portal?target_session_attrs=primary',
      ].map(findAddressFault),
      [
        'an address begins with postgresql://',
        'Invalid URL',
        'a host has no name',
        'target_session_attrs is read-write or primary',
        undefined,
      ],
    )
  })
})
