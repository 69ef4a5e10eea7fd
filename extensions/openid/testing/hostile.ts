import { openIdSettings } from './open-id-server.ts'

/** A provider that is away, so that signing in by one is attacked too. */
export const SETTINGS = openIdSettings('http://127.0.0.1:1')
