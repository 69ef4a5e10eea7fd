import type { ServerExtension } from '@fieldwatch/server/extension'
import * as endpoints from '../contract/boards.ts'
import { BOARD_PATH } from '../contract/boards.ts'
import { BOARDS } from './board-consequences.ts'
import { registerBoardRoutes } from './board-routes.ts'
import { createBoardVisitors } from './board-visitors.ts'
import { registerScreenRoutes } from './screen-routes.ts'

/** Wallboards, and the screens that show them without an account. */
export const boards: ServerExtension = {
  name: 'boards',
  endpoints,
  pages: [BOARD_PATH],
  activity: { wallboard: { topic: 'organisation', named: ['board', 'name'] } },
  consequences: () => ({ wallboard: BOARDS }),
  start: (core) => {
    const parts = { ...core, db: core.database.db }
    return {
      routes: (app) => registerBoardRoutes(app, parts),
      visitors: createBoardVisitors(parts),
      visitorRoutes: (app, { visitOf }) => registerScreenRoutes(app, core.database.reads.db, visitOf),
    }
  },
}
