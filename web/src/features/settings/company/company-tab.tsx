import { TabCard, TabFrame } from '../tab-frame.tsx'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { entityQuery } from '#shared/users/entity-queries.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { CompanyCard, CompanySkeleton } from './company-card.tsx'
import { CompanyUsers } from './company-users.tsx'
import { OpenDialog, LastNote } from '../people/open-dialog.tsx'
import { RequiredFactor } from '../required-factor/required-factor.tsx'
import { isAdmin } from '../people/user-policy.ts'
import { useUserDialogs } from '../people/use-user-dialogs.ts'
import classes from '../settings-page.module.css'
import { t } from './texts.ts'

/** The own entity and its users. */
export function CompanyTab() {
  const me = useMe()
  const dialogs = useUserDialogs()
  const { data: entity, error, refetch } = useQuery(entityQuery(useApi(), me.entity))
  return (
    <TabFrame title={t('people.company.title')}>
      <LastNote dialogs={dialogs} />
      <section aria-label={t('people.company')} className={classes['card']}>
        {entity === undefined ? (
          error === null ? (
            <CompanySkeleton />
          ) : (
            <LoadFailure title={t('people.company.failed')} message={error.message} onRetry={() => void refetch()} />
          )
        ) : (
          <CompanyCard entity={entity} onChanged={dialogs.finish} />
        )}
      </section>
      {isAdmin(me) ? (
        <section aria-label={t('people.company.sign-in')} className={classes['card']}>
          <RequiredFactor entity={me.entity} dialogs={dialogs} />
        </section>
      ) : undefined}
      <TabCard
        title={t('people.users')}
        tools={
          isAdmin(me) ? (
            <Button onClick={() => dialogs.open({ name: 'createUserModal', entity: me.entity })}>
              {t('people.users.add')}
            </Button>
          ) : undefined
        }
      >
        <CompanyUsers dialogs={dialogs} />
      </TabCard>
      <OpenDialog dialogs={dialogs} />
    </TabFrame>
  )
}
