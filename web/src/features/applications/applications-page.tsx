import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '#platform/api/api-context.tsx'
import { AppIcon } from '#shared/apps/app-icon.tsx'
import { appsQuery } from '#shared/apps/app-queries.ts'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import classes from './applications-page.module.css'
import { AppsFailure } from './apps-failure.tsx'
import { t } from './texts.ts'

/** The applications that the user may open. */
export function ApplicationsPage() {
  usePageTitle(t('applications.title'))
  const { data: apps, error, refetch } = useQuery(appsQuery(useApi()))
  return (
    <div className={classes['page']}>
      <Title order={1} size="h3">
        {t('applications.title')}
      </Title>
      {apps === undefined ? (
        error === null ? (
          <AppsSkeleton />
        ) : (
          <AppsFailure message={error.message} onRetry={refetch} />
        )
      ) : apps.length === 0 ? (
        <Stack className={classes['note'] ?? ''}>
          <Text fw={600}>{t('applications.empty')}</Text>
          <Text c="dimmed">{t('applications.empty.help')}</Text>
        </Stack>
      ) : (
        <ul className={classes['list']}>
          {apps.map((app) => (
            <li key={app.id}>
              <Link to="/applications/$appId" params={{ appId: app.path }} className={classes['app']}>
                <AppIcon icon={app.icon} />
                <span className={classes['name']} title={app.name}>
                  {app.name}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function AppsSkeleton() {
  return (
    <div className={classes['list']} aria-hidden="true">
      {Array.from({ length: 3 }, (_unused, place) => (
        <Skeleton key={place} height="var(--fw-unit-row)" />
      ))}
    </div>
  )
}
