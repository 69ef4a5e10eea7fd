export type { WebExtension } from '#platform/extensions/web-extension.ts'

// One line for each extension: the folder of its name in `extensions/`.
export { boards } from '@fieldwatch/boards/web/extension'
export { incidents } from '@fieldwatch/incidents/web/extension'
export { influx } from '@fieldwatch/influx/web/extension'
export { lorawan } from '@fieldwatch/lorawan/web/extension'
export { mappings } from '@fieldwatch/mappings/web/extension'
export { positions } from '@fieldwatch/positions/web/extension'
export { prometheus } from '@fieldwatch/prometheus/web/extension'
export { recordImports } from '@fieldwatch/record-imports/web/extension'
export { teltonika } from '@fieldwatch/teltonika/web/extension'
export { thingsboard } from '@fieldwatch/thingsboard/web/extension'
export { webhooks } from '@fieldwatch/webhooks/web/extension'

// Not in a folder of its own yet.
export { notes } from '#shared/notes/extension.ts'
