import type { ShownTile } from '../../contract/board-screen.ts'
import { t } from '../texts.ts'
import { OverviewWidgetsView } from '@fieldwatch/web/shared/widgets/overview-widgets.tsx'
import { SharedChart } from '@fieldwatch/web/visit/shared-chart.tsx'
import { AlertsTile } from './alerts-tile.tsx'
import classes from './board.module.css'
import { FitBox } from './fit-box.tsx'
import { MapTile } from './map-tile.tsx'

interface BoardTileViewProps {
  tile: ShownTile
  /** The stream of new values is open. */
  isOpen: boolean
}

/** A tile of a page, at its place. */
export function BoardTileView({ tile, isOpen }: BoardTileViewProps) {
  const { column, row, width, height } = tile
  const title = titleOf(tile)
  return (
    <article
      className={classes['tile']}
      style={{ gridColumn: `${column} / span ${width}`, gridRow: `${row} / span ${height}` }}
    >
      {title === undefined ? undefined : (
        <h2 className={classes['title']} title={title}>
          {title}
        </h2>
      )}
      <div className={classes['content']}>
        <Content tile={tile} isOpen={isOpen} />
      </div>
    </article>
  )
}

function Content({ tile, isOpen }: BoardTileViewProps) {
  switch (tile.kind) {
    case 'widget':
      return tile.overview.maps === undefined ? (
        <FitBox>
          <OverviewWidgetsView unit={unitOf(tile)} overview={tile.overview} hasTracks={false} />
        </FitBox>
      ) : (
        <OverviewWidgetsView unit={unitOf(tile)} overview={tile.overview} hasTracks={false} />
      )
    case 'chart':
      return (
        <SharedChart
          unit={tile.unit}
          chartKey={tile.key}
          chart={tile.chart}
          range={{ kind: 'last', minutes: tile.minutes }}
          isOnWall
        />
      )
    case 'map':
      return <MapTile units={tile.units} />
    case 'alerts':
      return <AlertsTile isOpen={isOpen} />
    case 'text':
      return (
        <FitBox>
          <p className={classes['text']}>{tile.text}</p>
        </FitBox>
      )
    default:
      return (
        <div className={classes['note']}>
          {tile.title === '' ? undefined : <strong>{tile.title}</strong>}
          <p>{t(`boards.wall.gone.${tile.why}`)}</p>
        </div>
      )
  }
}

function titleOf(tile: ShownTile): string | undefined {
  switch (tile.kind) {
    case 'widget':
    case 'chart':
      return tile.name
    case 'map':
      return tile.title === '' ? undefined : tile.title
    case 'alerts':
      return t('boards.wall.alerts')
    case 'gone':
      return tile.name ?? undefined
    default:
      return undefined
  }
}

function unitOf({ unit, name }: Extract<ShownTile, { kind: 'widget' }>) {
  return { dataID: unit, friendlyName: name }
}
