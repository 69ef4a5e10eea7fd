import { Loaded } from '#ui/components/loaded.tsx'
import type { ConfigurationVersion } from '@fieldwatch/contract/actions/actions'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { configurationQuery } from '#shared/requests/request-queries.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { ApplyDialog } from './apply-dialog.tsx'
import type { ConfigurationKind, Known } from './connection.ts'
import { t } from './texts.ts'

interface OneVersionProps<C extends object> {
  version: ConfigurationVersion
  unit: DataDocument
  kind: ConfigurationKind<C>
  /** What the unit has now. */
  current: Known<C>
  readOnly: string | undefined
  onSaved: (known: Known<C>, text: string) => void
  onClose: () => void
}

/** An earlier configuration of a unit beside the current one. */
export function OneVersion<C extends object>({ version, current, onClose, ...props }: OneVersionProps<C>) {
  const { timeFormat } = useMe()
  const query = useQuery(configurationQuery(useApi(), version.version))
  const { data } = query
  const at = formatMoment(Date.parse(version.atUTC), timeFormat)
  const title = t('sensor-configuration.version.title', { at })
  if (data === undefined) {
    return (
      <Dialog title={title} onClose={onClose}>
        <Loaded query={query} failed={t('sensor-configuration.failed.version')} height="8rem" />
      </Dialog>
    )
  }
  return (
    <ApplyDialog
      {...props}
      title={title}
      submit={t('sensor-configuration.version.restore')}
      done={t('sensor-configuration.version.restored', { at })}
      before={{ label: t('sensor-configuration.version.now'), configuration: current.configuration }}
      after={{ label: t('sensor-configuration.version.then'), configuration: data.configuration }}
      version={current.version}
      onClose={onClose}
    />
  )
}
