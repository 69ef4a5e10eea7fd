import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useApi } from '#platform/api/api-context.tsx'
import { AppIcon } from '#shared/apps/app-icon.tsx'
import { appsQuery, findApp } from '#shared/apps/app-queries.ts'
import { ButtonLink } from '#ui/components/button-link.tsx'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import { EmbeddedApp } from '#shared/embedded/embedded-app.tsx'
import classes from './applications-page.module.css'
import { AppsFailure } from './apps-failure.tsx'
import { t } from './texts.ts'

/** One application in its frame. */
export function ApplicationPage() {
  const { appId } = useParams({ from: '/signed-in/applications/$appId' })
  const { data: apps, error, refetch } = useQuery(appsQuery(useApi()))
  const app = apps && findApp(apps, appId)
  usePageTitle(app?.name)
  if (apps === undefined) {
    if (error !== null) return <AppsFailure message={error.message} onRetry={refetch} />
    return (
      <div className={classes['page']} aria-busy="true">
        <Skeleton height="1.75rem" width="min(16rem, 80%)" />
        <Skeleton height="var(--fw-frame-min-height)" />
      </div>
    )
  }
  if (app === undefined) return <ApplicationNotFound />
  return (
    <div className={classes['page']}>
      <div className={classes['head']}>
        <AppIcon icon={app.icon} />
        <Title order={1} size="h3" className={classes['title'] ?? ''} title={app.name}>
          {app.name}
        </Title>
      </div>
      <EmbeddedApp title={app.name} url={app.url} parameters={{ appId: app.id }} />
    </div>
  )
}

function ApplicationNotFound() {
  return (
    <Stack className={classes['note'] ?? ''}>
      <Title order={1} size="h3">
        {t('applications.not-found')}
      </Title>
      <Text c="dimmed">{t('applications.not-found.help')}</Text>
      <ButtonLink to="/applications">{t('applications.to-all')}</ButtonLink>
    </Stack>
  )
}
