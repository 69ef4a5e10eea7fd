import type { BoardPage, BoardTile } from '../../contract/boards.ts'
import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput, Title, Box } from '@mantine/core'
import { useState } from 'react'
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@fieldwatch/web/ui/icons/icons.ts'
import card from '@fieldwatch/web/features/settings/settings-page.module.css'
import { COLUMN_CHOICES, fitsOnPage, moved, ROW_CHOICES, tileName } from './board-form.ts'
import classes from './boards.module.css'
import { TileDialog } from './tile-dialog.tsx'
import { t } from '../texts.ts'
import { placeTiles } from '../../contract/board-layout.ts'

interface PageEditorProps {
  page: BoardPage
  number: number
  isFirst: boolean
  isLast: boolean
  unitName: (dataID: string) => string
  onChange: (page: BoardPage) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** One page of a wallboard: its grid, and its tiles in the order in which they fill it. */
export function PageEditor({ page, number, isFirst, isLast, unitName, onChange, onMove, onRemove }: PageEditorProps) {
  const { title, columns, rows, tiles } = page
  const [edited, edit] = useState<number | 'new'>()
  const setTiles = (next: readonly BoardTile[]): void => onChange({ ...page, tiles: [...next] })
  return (
    <section className={card['card']} aria-label={t('boards.page', { number })}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Title order={3} size="h5">
            {t('boards.page', { number })}
          </Title>
          <Group gap="xs" wrap="nowrap">
            <Act label={t('boards.page.earlier', { number })} icon="up" disabled={isFirst} onPress={() => onMove(-1)} />
            <Act label={t('boards.page.later', { number })} icon="down" disabled={isLast} onPress={() => onMove(1)} />
            <Act
              label={t('boards.page.remove', { number })}
              icon="remove"
              disabled={isFirst && isLast}
              onPress={onRemove}
            />
          </Group>
        </Group>
        <div className={classes['fields']}>
          <TextInput
            label={t('boards.page.title')}
            description={t('boards.page.title.help')}
            maxLength={100}
            value={title}
            onChange={({ currentTarget }) => onChange({ ...page, title: currentTarget.value })}
          />
          <NativeSelect
            label={t('boards.page.columns')}
            data={COLUMN_CHOICES}
            value={String(columns)}
            onChange={({ currentTarget }) => onChange({ ...page, columns: Number(currentTarget.value) })}
          />
          <NativeSelect
            label={t('boards.page.rows')}
            data={ROW_CHOICES}
            value={String(rows)}
            onChange={({ currentTarget }) => onChange({ ...page, rows: Number(currentTarget.value) })}
          />
        </div>
        <div className={classes['page']}>
          <PageLayout page={page} label={t('boards.page.layout', { number })} />
          <div className={classes['tiles']}>
            {tiles.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t('boards.tile.none')}
              </Text>
            ) : (
              <ol className={classes['list']}>
                {tiles.map((tile, index) => (
                  <TileLine
                    // oxlint-disable-next-line react/no-array-index-key -- a tile is known by its place
                    key={index}
                    tile={tile}
                    name={tileName(tile, unitName)}
                    isFirst={index === 0}
                    isLast={index === tiles.length - 1}
                    onEdit={() => edit(index)}
                    onMove={(by) => setTiles(moved(tiles, index, by))}
                    onRemove={() => setTiles(tiles.toSpliced(index, 1))}
                  />
                ))}
              </ol>
            )}
            {fitsOnPage(page) ? undefined : (
              <Text size="sm" c="red" role="alert">
                {t('boards.page.full')}
              </Text>
            )}
            <Button variant="default" size="xs" onClick={() => edit('new')}>
              {t('boards.tile.add')}
            </Button>
          </div>
        </div>
      </Stack>
      {edited === undefined ? undefined : (
        <TileDialog
          tile={edited === 'new' ? undefined : tiles[edited]}
          page={page}
          unitName={unitName}
          onApply={(tile) => {
            setTiles(edited === 'new' ? [...tiles, tile] : tiles.with(edited, tile))
            edit(undefined)
          }}
          onClose={() => edit(undefined)}
        />
      )}
    </section>
  )
}

interface TileLineProps {
  tile: BoardTile
  name: string
  isFirst: boolean
  isLast: boolean
  onEdit: () => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function TileLine({ tile: { width, height }, name, isFirst, isLast, onEdit, onMove, onRemove }: TileLineProps) {
  return (
    <li className={classes['line']}>
      <span className={classes['lineName']} title={name}>
        {name}
      </span>
      <span className={classes['size']}>{t('boards.tile.size', { width, height })}</span>
      <span className={classes['acts']}>
        <Act label={t('boards.tile.edit', { name })} icon="edit" onPress={onEdit} />
        <Act label={t('boards.tile.earlier', { name })} icon="up" disabled={isFirst} onPress={() => onMove(-1)} />
        <Act label={t('boards.tile.later', { name })} icon="down" disabled={isLast} onPress={() => onMove(1)} />
        <Act label={t('boards.tile.remove', { name })} icon="remove" onPress={onRemove} />
      </span>
    </li>
  )
}

const ICONS = { up: IconArrowUp, down: IconArrowDown, edit: IconPencil, remove: IconTrash } as const

interface ActProps {
  label: string
  icon: keyof typeof ICONS
  disabled?: boolean
  onPress: () => void
}

function Act({ label, icon, disabled = false, onPress }: ActProps) {
  const Icon = ICONS[icon]
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} disabled={disabled} onClick={onPress}>
      <Icon stroke={1.5} aria-hidden="true" />
    </ActionIcon>
  )
}

/** Where the tiles of a page are, by their numbers in the list. */
function PageLayout({ page: { columns, rows, tiles }, label }: { page: BoardPage; label: string }) {
  const places = placeTiles(tiles, { columns, rows }) ?? []
  return (
    <figure className={classes['layout']} aria-label={label}>
      <Box className={classes['grid'] ?? ''} style={{ '--columns': columns, '--rows': rows }}>
        {places.map(({ column, row, width, height }, index) => (
          <span
            key={`${column} ${row}`}
            className={classes['tile']}
            style={{ gridColumn: `${column} / span ${width}`, gridRow: `${row} / span ${height}` }}
          >
            {index + 1}
          </span>
        ))}
      </Box>
    </figure>
  )
}
