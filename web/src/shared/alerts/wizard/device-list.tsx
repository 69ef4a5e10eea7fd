import { MOST_ALERT_UNITS } from '@fieldwatch/contract/alerts/alerts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { Checkbox, Group, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { memo, type ReactNode, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Device, searchDevices, withDevices, withoutDevices } from './device-search.ts'
import { PlainCheckbox } from '#ui/components/plain-checkbox.tsx'
import classes from './device-list.module.css'
import { t } from '../texts.ts'

/** Rows of the list: a longer one is searched. */
const MOST_SHOWN = 200

interface DeviceListProps {
  devices: readonly Device[]
  chosen: readonly DataId[]
  error: ReactNode
  onChange: (chosen: DataId[]) => void
}

/** Devices to choose from: with a search, and all that it finds at once. */
export function DeviceList({ devices, chosen, error, onChange }: DeviceListProps) {
  const [search, setSearch] = useState('')
  const [onlyChosen, setOnlyChosen] = useState(false)
  const chosenSet = useMemo(() => new Set(chosen), [chosen])
  // What was chosen before comes first, and nothing moves while more is chosen.
  const [before] = useState(chosenSet)
  const sorted = useMemo(
    () => [...devices.filter(({ id }) => before.has(id)), ...devices.filter(({ id }) => !before.has(id))],
    [devices, before],
  )
  // Typing does not wait for a long list.
  const sought = useDeferredValue(search)
  const found = useMemo(() => searchDevices(sorted, sought), [sorted, sought])
  const shown = onlyChosen ? found.filter(({ id }) => chosenSet.has(id)) : found
  const count = shown.filter(({ id }) => chosenSet.has(id)).length
  const hasAll = shown.length > 0 && count === shown.length
  const isFull = chosen.length >= MOST_ALERT_UNITS

  const latest = useRef({ chosen, onChange })
  useLayoutEffect(() => {
    latest.current = { chosen, onChange }
  })
  const toggle = useCallback((device: Device, isChosen: boolean) => {
    const now = latest.current
    now.onChange(isChosen ? withDevices(now.chosen, [device], MOST_ALERT_UNITS) : withoutDevices(now.chosen, [device]))
  }, [])

  if (devices.length === 0) return <Text c="dimmed">{t('alerts.devices.none')}</Text>
  return (
    <fieldset className={classes['devices']}>
      <VisuallyHidden component="legend">{t('alerts.devices')}</VisuallyHidden>
      <TextInput
        label={t('alerts.devices.search')}
        type="search"
        placeholder={t('alerts.devices.search.hint')}
        autoComplete="off"
        value={search}
        error={error}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <Group justify="space-between" gap="xs" className={classes['bar'] ?? ''}>
        <Checkbox
          className={classes['all'] ?? ''}
          label={t(search.trim() === '' ? 'alerts.devices.select-all' : 'alerts.devices.select-found', {
            count: shown.length,
          })}
          checked={hasAll}
          indeterminate={count > 0 && !hasAll}
          disabled={shown.length === 0}
          onChange={({ currentTarget }) =>
            onChange(
              currentTarget.checked ? withDevices(chosen, shown, MOST_ALERT_UNITS) : withoutDevices(chosen, shown),
            )
          }
        />
        <Checkbox
          className={classes['all'] ?? ''}
          label={t('alerts.devices.only-selected', { count: chosen.length })}
          checked={onlyChosen}
          onChange={({ currentTarget }) => setOnlyChosen(currentTarget.checked)}
        />
      </Group>
      {isFull && devices.length > MOST_ALERT_UNITS ? (
        <Text role="note">{t('alerts.problem.most-devices', { most: MOST_ALERT_UNITS })}</Text>
      ) : undefined}
      {shown.length === 0 ? (
        <Text c="dimmed" className={classes['nothing'] ?? ''}>
          {onlyChosen ? t('alerts.devices.none-selected') : t('alerts.devices.none-found', { search: search.trim() })}
        </Text>
      ) : (
        <ul className={classes['list']}>
          {shown.slice(0, MOST_SHOWN).map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isChosen={chosenSet.has(device.id)}
              disabled={isFull && !chosenSet.has(device.id)}
              onToggle={toggle}
            />
          ))}
        </ul>
      )}
      {shown.length > MOST_SHOWN ? (
        <Text c="dimmed" size="sm">
          {t('alerts.devices.first', { shown: MOST_SHOWN, all: shown.length })}
        </Text>
      ) : undefined}
    </fieldset>
  )
}

interface DeviceRowProps {
  device: Device
  isChosen: boolean
  disabled: boolean
  onToggle: (device: Device, isChosen: boolean) => void
}

/** Plain elements, as there are hundreds of them. */
const DeviceRow = memo(function DeviceRow({ device, isChosen, disabled, onToggle }: DeviceRowProps) {
  return (
    <li className={classes['row']}>
      <label className={classes['label']}>
        <PlainCheckbox
          checked={isChosen}
          disabled={disabled}
          onChange={({ currentTarget }) => onToggle(device, currentTarget.checked)}
        />
        <span className={classes['name']}>{device.friendlyName}</span>{' '}
        <span className={classes['id']}>
          {device.active ? device.id : t('alerts.devices.deactivated', { id: device.id })}
        </span>
      </label>
    </li>
  )
})
