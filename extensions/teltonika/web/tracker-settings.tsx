import type { DoorSettingsProps } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { DoorSettings } from '@fieldwatch/web/shared/unit-setup/door-settings.tsx'
import type { DoorWay } from '@fieldwatch/web/shared/unit-setup/doors/door-way.ts'
import { t } from './texts.ts'
import { TrackerImei } from './tracker-imei.tsx'

/** As the Configurator calls them. */
const PROTOCOL = 'TCP'
const CODEC = 'Codec 8 Extended'

const way: DoorWay = {
  door: 'teltonika',
  name: 'Teltonika',
  help: () => t('teltonika.help'),
  guide: '/docs/extensions/teltonika.html',
  settings: ({ httpUrl, ports }) => [
    { label: t('teltonika.domain'), text: new URL(httpUrl).hostname },
    { label: t('teltonika.port'), text: String(ports['teltonika']) },
    { label: t('teltonika.protocol'), text: PROTOCOL },
    { label: t('teltonika.codec'), text: CODEC },
  ],
}

/** The IMEI of a tracker, then what to type into its Configurator. */
export function TrackerSettings(props: DoorSettingsProps) {
  return (
    <DoorSettings {...props} way={way}>
      <TrackerImei dataId={props.unit.dataId} />
    </DoorSettings>
  )
}
