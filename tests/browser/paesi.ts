/** A portal of a province: three hundred municipalities beside those of the sandbox. */
import type { Portal } from '../portal.ts';
import { withStore } from './store.ts';

export async function addPaesi(house: Portal): Promise<void> {
  await house.stop();
  withStore(house, (db) => {
    const { dati_json } = db.prepare("select dati_json from enti where id = 'borgosereno'").get() as {
      dati_json: string;
    };
    const write = db.prepare('insert into enti (id, host, ordine, dati_json) values (?, null, ?, ?)');
    const { mappa, confine: _, ...borgosereno } = JSON.parse(dati_json);
    for (let n = 0; n < 300; n++) {
      // Each lies a little further north than the one before.
      const place = { ...mappa, lat: 45 + n / 1000, lon: 9 };
      const dati = { ...borgosereno, id: `paese-${n}`, nome: `Comune di Paese ${n}`, host: null, mappa: place };
      write.run(dati.id, 100 + n, JSON.stringify(dati));
    }
  });
  await house.start();
}
