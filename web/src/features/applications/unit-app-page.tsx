import { appSlug } from '@fieldwatch/contract/people/apps'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useApi } from '#platform/api/api-context.tsx'
import { appsQuery, findAppOfTab } from '#shared/apps/app-queries.ts'
import { ButtonLink } from '#ui/components/button-link.tsx'
import { EmbeddedApp } from '#shared/embedded/embedded-app.tsx'
import { CALIBRATE_PAGE, CalibrationFrame } from '#shared/sensors/calibration-frame.tsx'
import { useUnit } from '#shared/units/unit-context.ts'
import classes from './applications-page.module.css'
import { AppsFailure } from './apps-failure.tsx'
import { t } from './texts.ts'

/** An application on the page of a unit, whose dataID it gets. */
export function UnitAppPage() {
  const { unit } = useUnit()
  const { appSlug: slug } = useParams({ from: '/signed-in/dashboard/$dataID/$appSlug' })
  const { data: apps, error, refetch } = useQuery(appsQuery(useApi()))
  const name = unit.apps.find((each) => appSlug(each) === slug)
  if (name === undefined) return <NoSuchTab dataId={unit.dataID} />
  if (apps === undefined) {
    if (error !== null) return <AppsFailure message={error.message} onRetry={refetch} />
    return <Skeleton height="var(--fw-frame-min-height)" />
  }
  const app = findAppOfTab(apps, slug)
  if (app === undefined) return <NotForYou name={name} />
  const title = t('applications.of-unit', { app: app.name, unit: unit.friendlyName })
  if (app.url === CALIBRATE_PAGE) return <CalibrationFrame title={title} appId={app.id} dataId={unit.dataID} />
  return <EmbeddedApp title={title} url={app.url} parameters={{ appId: app.id, dataID: unit.dataID }} />
}

function NoSuchTab({ dataId }: { dataId: string }) {
  return (
    <Stack className={classes['note'] ?? ''}>
      <Text fw={600}>{t('applications.no-tab')}</Text>
      <Text c="dimmed">{t('applications.no-tab.help')}</Text>
      <ButtonLink to="/dashboard/$dataID" params={{ dataID: dataId }}>
        {t('applications.to-overview')}
      </ButtonLink>
    </Stack>
  )
}

function NotForYou({ name }: { name: string }) {
  return (
    <Stack className={classes['note'] ?? ''}>
      <Text fw={600}>{t('applications.not-allowed', { name })}</Text>
      <Text c="dimmed">{t('applications.not-allowed.help')}</Text>
    </Stack>
  )
}
