import { withSettings } from '@fieldwatch/server/extension'
import { port } from '@fieldwatch/server/platform/settings/port-setting'
import { openDoor } from './open-door.ts'

/** Trackers of Teltonika, over TCP. */
export const teltonika = withSettings({
  name: 'teltonika',
  settings: {
    FIELDWATCH_TELTONIKA_PORT: port
      .optional()
      .describe('Port for Teltonika trackers over TCP, such as `5027`. Without it trackers cannot connect.'),
  },
  start: (core, stack, { FIELDWATCH_TELTONIKA_PORT: chosen }) => {
    if (chosen === undefined) return {}
    const door = openDoor(core, stack)
    return { listeners: [{ door: 'teltonika', role: 'ingest', what: 'Teltonika trackers', port: chosen, ...door }] }
  },
})
