import { type Kind, periodic } from '../generator.ts'
import { createChannel } from '../signals/channel.ts'
import { DAY, HOUR, MINUTE, rounded, SECOND } from '../signals/numbers.ts'
import { metresAt, placeAt, TOUR_METRES } from './truck-route.ts'

/** The time from the depot round all sites and the wait at the depot, where the next tour begins. */
const TOUR = 2.5 * HOUR
const METRES_PER_DEGREE = 111_320
const KMH = 3.6
const TANK_DRAIN_PER_TOUR = 4.5
const TOURS_PER_REFUEL = 18

/** A service truck that goes round the sites, with its receiver and its engine. */
export const gpsTruck: Kind = ({ seed }) => {
  const receiver = createChannel(seed, 'receiver')
  const engineUnrest = createChannel(seed, 'engine')
  const late = createChannel(seed, 'tours').pick(0) * TOUR
  const driverPace = (at: number): number => 20 * SECOND * engineUnrest.drift(at, 9 * MINUTE)
  const toursAt = (at: number): number => (at + late + driverPace(at)) / TOUR
  const shareAt = (at: number): number => toursAt(at) - Math.floor(toursAt(at))

  const speedAt = (at: number): number => {
    const way = metresAt(shareAt(at)) - metresAt(shareAt(at - 2 * SECOND))
    return way < 0 ? 0 : (way / 2) * KMH
  }
  const fixAt = (at: number) => {
    const place = placeAt(metresAt(shareAt(at)))
    return {
      lat: rounded(place.lat + (2.5 * receiver.noise(at)) / METRES_PER_DEGREE, 6),
      lon: rounded(place.lon + (2.5 * receiver.noise(at + 1)) / METRES_PER_DEGREE, 6),
      alt: rounded(38 + 26 * Math.sin(place.lat * 310) + 9 * Math.cos(place.lon * 240) + receiver.noise(at + 2), 1),
      heading: place.heading,
    }
  }

  const location = periodic('location', 5, (at) => {
    const { lat, lon, alt, heading } = fixAt(at)
    return { lat, lon, alt, speed: rounded(speedAt(at), 1), heading: Math.round(heading) % 360 }
  })

  const receiverStatus = periodic('gpgga_Internal', 10, (at) => {
    const { lat, lon, alt } = fixAt(at)
    return {
      lat,
      lon,
      altitude: alt,
      quality: 1,
      satellites: Math.round(10 + 2.4 * receiver.drift(at, 20 * MINUTE)),
      hdop: rounded(1 + 0.3 * Math.abs(receiver.drift(at, 30 * MINUTE)) + 0.02 * receiver.noise(at), 2),
    }
  })

  const engine = periodic('engine', 5, (at) => {
    const speed = speedAt(at)
    const driving = speed > 1
    const tours = toursAt(at)
    const metres = (Math.floor(tours) - START_TOUR) * TOUR_METRES + metresAt(shareAt(at))
    return {
      speed: rounded(speed, 1),
      rpm: driving ? Math.round(1150 + 9 * speed + 60 * engineUnrest.noise(at)) : 0,
      coolant_temperature: rounded((driving ? 88 : 71) + 2.5 * engineUnrest.drift(at, 15 * MINUTE), 1),
      fuel_level: rounded(96 - TANK_DRAIN_PER_TOUR * (tours % TOURS_PER_REFUEL) + 0.2 * engineUnrest.noise(at + 1), 1),
      odometer: rounded(12_000 + metres / 1000, 1),
      battery_voltage: rounded(
        (driving ? 27.9 : 25.4) + 0.1 * engineUnrest.drift(at, DAY) + 0.05 * engineUnrest.noise(at + 2),
        2,
      ),
    }
  })

  return [location, receiverStatus, engine]
}

const START_TOUR = Math.floor(Date.UTC(2025, 8, 1) / TOUR)
