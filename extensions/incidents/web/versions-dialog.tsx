import { Loaded } from '@fieldwatch/web/ui/components/loaded.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { conclusionsQuery } from './incident-queries.ts'
import { t } from './texts.ts'
import { Dialog } from '@fieldwatch/web/ui/components/dialog.tsx'
import classes from './incidents-page.module.css'

/** How the conclusions were before, the newest first. */
export function VersionsDialog({ incidentID, onClose }: { incidentID: number; onClose: () => void }) {
  const { timeFormat } = useMe()
  const query = useQuery(conclusionsQuery(useApi(), incidentID))
  return (
    <Dialog title={t('incidents.versions')} size="lg" onClose={onClose}>
      <Loaded query={query} failed={t('incidents.versions.failed')} height="6rem">
        {(versions) =>
          versions.length === 0 ? (
            <Text c="dimmed">{t('incidents.versions.none')}</Text>
          ) : (
            versions.map(({ savedUTC, by, text }) => {
              const when = formatMoment(Date.parse(savedUTC), timeFormat)
              return (
                <div key={savedUTC} className={classes['version']}>
                  <Text size="sm" c="dimmed">
                    {by === null ? when : t('incidents.versions.by', { when, name: by })}
                  </Text>
                  <Text className={classes['text'] ?? ''} dir="auto">
                    {text === '' ? t('incidents.versions.empty') : text}
                  </Text>
                </div>
              )
            })
          )
        }
      </Loaded>
    </Dialog>
  )
}
