import type pg from 'pg'

/** How the connections of a pool are made, to make others beside it; without what was left out. */
export function connectionOf({ options }: pg.Pool) {
  const { connectionString, host, port, user, password, database, ssl } = options
  const given = Object.entries({ connectionString, host, port, user, password, database, ssl })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}
