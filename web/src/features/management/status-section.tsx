import { useMe } from '#platform/session/me-queries.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { AlertsGlance } from './health/alerts-glance.tsx'
import { ConnectionPanel } from './health/connection-panel.tsx'
import { HealthPanel } from './health/health-panel.tsx'
import { LastRequest } from './health/last-request.tsx'
import { MaintenancePanel } from './maintenance/maintenance-panel.tsx'
import { UnitSims } from './unit-sims.tsx'
import classes from './management.module.css'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Avatar, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRouter } from '#ui/icons/icons.ts'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import { Panel } from './panel.tsx'
import { detailsOf } from './unit-details.ts'
import { UpdateUnitDialog } from './update-unit-dialog.tsx'
import { t } from './texts.ts'

/** At a glance: is the unit healthy, which alerts, the last request. Below it what is known of the unit. */
export function StatusSection() {
  const { unit } = useUnit()
  const isAdmin = useMe().role === 'admin'
  return (
    <div className={classes['page']}>
      <div className={classes['glance']}>
        <HealthPanel unit={unit} />
        <AlertsGlance dataId={unit.dataID} />
        {isAdmin ? <LastRequest unit={unit} /> : undefined}
      </div>
      <ConnectionPanel unit={unit} />
      <UnitAbout unit={unit} />
      <MaintenancePanel unit={unit} />
      <UnitSims dataId={unit.dataID} />
    </div>
  )
}

/** Picture, name and description of a unit, and all else that is known of it. */
function UnitAbout({ unit }: { unit: DataDocument }) {
  const me = useMe()
  const [editing, edit] = useDisclosure(false)
  const { image, friendlyName, description } = unit
  return (
    <Panel
      title={t('management.unit')}
      tools={
        <Button variant="default" onClick={edit.open}>
          {t('management.unit.update')}
        </Button>
      }
    >
      <div className={classes['about']}>
        <Avatar
          src={image === '' ? null : image}
          alt={t('management.unit.picture.of', { name: friendlyName })}
          radius="md"
          size="var(--fw-photo)"
        >
          <IconRouter stroke={1.5} aria-hidden="true" />
        </Avatar>
        <div className={classes['words']}>
          <Text fw={600}>{friendlyName}</Text>
          <Text c="dimmed" className={classes['description'] ?? ''}>
            {description === '' ? t('management.unit.description.none') : description}
          </Text>
        </div>
      </div>
      <dl className={classes['details']}>
        {detailsOf(unit, me).map(({ name, text }) => (
          <Detail key={name} name={name} text={text ?? EMPTY_CELL} />
        ))}
      </dl>
      {editing ? <UpdateUnitDialog unit={unit} onClose={edit.close} /> : undefined}
    </Panel>
  )
}

function Detail({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}
