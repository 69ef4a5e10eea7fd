import type { Entity } from '@fieldwatch/contract/people/entities'
import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { EntityLogo } from '#ui/components/entity-logo.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { EditEntityDialog } from '../people/entity-dialog.tsx'
import { isAdmin } from '../people/user-policy.ts'
import classes from './company-card.module.css'
import { t } from './texts.ts'

interface CompanyCardProps {
  entity: Entity
  /** The company was changed; the server's message. */
  onChanged: (message: string | undefined) => void
}

/** Company name, status, logo and icon of the own entity; admins change them. */
export function CompanyCard({ entity, onChanged }: CompanyCardProps) {
  const { name, company, status, url, logo, icon } = entity
  const me = useMe()
  const [editing, edit] = useDisclosure(false)
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="lg">
        <Group gap="lg" align="flex-start" className={classes['facts'] ?? ''}>
          <CompanyImage label={t('people.company.logo')} url={logo} alt={t('people.company.logo.of', { name })} />
          <CompanyImage label={t('people.company.icon')} url={icon} alt={t('people.company.icon.of', { name })} />
          <Stack gap="xs" className={classes['words'] ?? ''}>
            <Title order={3} size="h4" className={classes['name'] ?? ''}>
              {name}
            </Title>
            {company === '' || company === name ? undefined : (
              <Text className={classes['name'] ?? ''}>{t('people.company.name', { company })}</Text>
            )}
            <Text className={classes['status'] ?? ''} data-status={status}>
              {t(`people.entity.status.${status}`)}
            </Text>
            {url === '' ? undefined : (
              <Anchor href={url} target="_blank" rel="noreferrer" className={classes['name'] ?? ''}>
                {url}
              </Anchor>
            )}
          </Stack>
        </Group>
        {isAdmin(me) ? (
          <Button variant="default" onClick={edit.open}>
            {t('people.edit')}
          </Button>
        ) : undefined}
      </Group>
      {editing ? (
        <EditEntityDialog
          title={t('people.company.edit')}
          entity={entity}
          withStatus={false}
          onDone={(message) => {
            edit.close()
            onChanged(message)
          }}
          onClose={edit.close}
        />
      ) : undefined}
    </>
  )
}

interface CompanyImageProps {
  label: string
  url: string
  alt: string
}

function CompanyImage({ label, url, alt }: CompanyImageProps) {
  return (
    <figure className={classes['figure']}>
      <EntityLogo url={url} label={alt} size="var(--fw-picture)" />
      <figcaption>{label}</figcaption>
    </figure>
  )
}

/** The same places while the company is on its way. */
export function CompanySkeleton() {
  return (
    <Group gap="lg" align="flex-start" aria-hidden="true">
      <Skeleton width="var(--fw-picture)" height="var(--fw-picture)" />
      <Skeleton width="var(--fw-picture)" height="var(--fw-picture)" />
      <Stack gap="xs" className={classes['words'] ?? ''}>
        <Skeleton height="1.25rem" width="60%" />
        <Skeleton height="0.75rem" width="30%" />
      </Stack>
    </Group>
  )
}
