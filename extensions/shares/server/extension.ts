import type { ServerExtension } from '@fieldwatch/server/extension'
import * as endpoints from '../contract/shares.ts'
import { SHARED_PATH } from '../contract/shares.ts'
import { createShareFrames, createShareVisitors } from './open-share.ts'
import './say.ts'
import { SHARES } from './share-consequences.ts'
import { registerShareRoutes } from './share-routes.ts'

/** Links that show a screen to people without an account. */
export const shares: ServerExtension = {
  name: 'shares',
  endpoints,
  pages: [SHARED_PATH],
  consequences: () => ({ 'shared link': SHARES }),
  start: (core) => {
    const parts = { ...core, db: core.database.db }
    return {
      routes: (app) => registerShareRoutes(app, parts),
      visitors: createShareVisitors(parts),
      frames: createShareFrames(parts),
    }
  },
}
