export type { ServerExtension } from './extension.ts'

// One line for each extension: the folder of its name in `extensions/`.
export { acme } from '@fieldwatch/acme/server/extension'
export { boards } from '@fieldwatch/boards/server/extension'
export { influx } from '@fieldwatch/influx/server/extension'
export { lorawan } from '@fieldwatch/lorawan/server/extension'
export { mappings } from '@fieldwatch/mappings/server/extension'
export { openid } from '@fieldwatch/openid/server/extension'
export { positions } from '@fieldwatch/positions/server/extension'
export { prometheus } from '@fieldwatch/prometheus/server/extension'
export { sql } from '@fieldwatch/sql/server/extension'
export { teltonika } from '@fieldwatch/teltonika/server/extension'
export { thingsboard } from '@fieldwatch/thingsboard/server/extension'
