import type { DataDocument } from '@fieldwatch/contract/units'
import { Avatar, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRouter } from '#ui/icons/icons.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import { Panel } from './panel.tsx'
import { detailsOf } from './unit-details.ts'
import { UpdateUnitDialog } from './update-unit-dialog.tsx'
import classes from './management.module.css'

interface UnitAboutProps {
  unit: DataDocument
}

/** Picture, name and description of a unit, and all else that is known of it. */
export function UnitAbout({ unit }: UnitAboutProps) {
  const me = useMe()
  const [editing, edit] = useDisclosure(false)
  const { image, friendlyName, description } = unit
  return (
    <Panel
      title="Device"
      tools={
        <Button variant="default" onClick={edit.open}>
          Update Device
        </Button>
      }
    >
      <div className={classes['about']}>
        <Avatar src={image === '' ? null : image} alt={`Picture of ${friendlyName}`} radius="md" size="var(--fw-photo)">
          <IconRouter stroke={1.5} aria-hidden="true" />
        </Avatar>
        <div className={classes['words']}>
          <Text fw={600}>{friendlyName}</Text>
          <Text c="dimmed" className={classes['description'] ?? ''}>
            {description === '' ? 'No description yet.' : description}
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
