import type { IncidentTrack } from '../../contract/incident-facts.ts'
import { useMemo } from 'react'
import { t } from '../texts.ts'
import type { Ground } from '@fieldwatch/web/shared/map/draw-grounds.ts'
import type { MapFrame } from '@fieldwatch/web/shared/map/graticule.ts'
import { type ReportedIncident, type ReportReader, valueText } from './report-reader.ts'
import { type ScaleBar, TRACK, trackFrame, trackPicture } from './track-picture.ts'
import { useGrounds } from './use-grounds.ts'

interface ReportedTrack {
  readonly dataID: string
  readonly deviceName: string
  readonly track: IncidentTrack
  readonly frame: MapFrame
}

/** The ways of the units that moved, on a map. */
export function ReportTracks({ incident: { details }, reader }: { incident: ReportedIncident; reader: ReportReader }) {
  const tracks = useMemo(
    () =>
      details.flatMap(({ dataID, deviceName, track }): ReportedTrack[] => {
        const frame = track === null ? undefined : trackFrame(track)
        return track === null || frame === undefined ? [] : [{ dataID, deviceName, track, frame }]
      }),
    [details],
  )
  const { grounds, isDrawing } = useGrounds(useMemo(() => tracks.map(({ frame }) => frame), [tracks]))
  if (tracks.length === 0) return undefined
  const credits = new Set([...grounds.values()].map(({ credit }) => credit))
  return (
    <section aria-labelledby="incident-tracks" aria-busy={isDrawing}>
      <h2 id="incident-tracks">{t('incidents.track')}</h2>
      <div className="figures">
        {tracks.map(({ dataID, deviceName, track, frame }, place) => (
          <figure key={dataID}>
            <figcaption>
              <bdi>{deviceName}</bdi>
            </figcaption>
            <Track deviceName={deviceName} track={track} frame={frame} ground={grounds.get(place)} reader={reader} />
            <p className="quiet">{t('incidents.track.start', { position: positionText(track, 0) })}</p>
            <p className="quiet">{t('incidents.track.end', { position: positionText(track, track.lat.length - 1) })}</p>
          </figure>
        ))}
      </div>
      {[...credits].map((credit) => (
        <p key={credit} className="quiet">
          {t('incidents.track.map', { credit })}
        </p>
      ))}
    </section>
  )
}

interface TrackProps extends Omit<ReportedTrack, 'dataID'> {
  ground: Ground | undefined
  reader: ReportReader
}

function Track({ deviceName, track, frame, ground, reader }: TrackProps) {
  const { centre } = frame
  const { path, start, end, scale } = trackPicture(track, { centre, zoom: ground?.zoom ?? frame.zoom })
  return (
    <svg
      viewBox={`0 0 ${TRACK.width} ${TRACK.height}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={t('incidents.track.label', { unit: deviceName, count: track.lat.length })}
      className="track"
      data-map={ground !== undefined}
    >
      {ground === undefined ? undefined : <image href={ground.url} width={TRACK.width} height={TRACK.height} />}
      <path d={path} className="edge" />
      <path d={path} className="line" />
      <circle cx={start[0]} cy={start[1]} r="5" className="start" />
      <circle cx={end[0]} cy={end[1]} r="5" className="end" />
      <Scale scale={scale} reader={reader} />
    </svg>
  )
}

/** From the lower left corner. */
const SCALE = { left: 8, bottom: 8, height: 4 }

function Scale({ scale: { metres, width }, reader }: { scale: ScaleBar; reader: ReportReader }) {
  const bottom = TRACK.height - SCALE.bottom
  const text = metres < 1000 ? valueText(metres, 'm', reader) : valueText(metres / 1000, 'km', reader)
  return (
    <g className="scale">
      <path d={`M${SCALE.left} ${bottom - SCALE.height}v${SCALE.height}h${width}v-${SCALE.height}`} />
      <text x={SCALE.left + width / 2} y={bottom - SCALE.height} textAnchor="middle">
        {text}
      </text>
    </g>
  )
}

function positionText({ lat, lon }: IncidentTrack, place: number): string {
  return `${(lat[place] ?? 0).toFixed(5)}, ${(lon[place] ?? 0).toFixed(5)}`
}
