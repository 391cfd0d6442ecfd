/** Scenes drawn for the photos of the demo's public reports: of no real place, and nobody is in them. */

const drawScene = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" width="800" height="600">${inside}</svg>`;

const DRAWN_WINDOWS = [40, 150, 260]
  .map((x) => `<path fill="#2f4a3a" d="M${x - 8} 140h58v92h-58z"/><path fill="#4c6478" d="M${x} 148h42v76h-42z"/>`)
  .join('');
const DRAWN_HOUSE = `<path fill="#d9b98c" d="M0 60h330v300H0z"/><path fill="#6b4a35" d="M-10 66 0 30h330l14 36z"/>${DRAWN_WINDOWS}`;
const DRAWN_ROAD = `<path fill="#8b8d90" d="M0 420h800v180H0z"/><path fill="#b9b5ad" d="M0 360h800v50H0z"/><path fill="#8f8b83" d="M0 408h800v12H0z"/>`;
const DAY_SKY = '<path fill="#bcd3e3" d="M0 0h800v420H0z"/><path fill="#d9e6ee" d="M0 220h800v150H0z"/>';

/** SVG of each scene, by the title of the problem. */
export const DEMO_SCENES: Readonly<Record<string, string>> = {
  'Lampione spento': drawScene(
    `<path fill="#1d2638" d="M0 0h800v600H0z"/><path fill="#2b364d" d="M0 250h800v170H0z"/><g opacity=".5">${DRAWN_HOUSE}</g><g opacity=".55">${DRAWN_ROAD}</g>` +
      '<path fill="#0e1118" d="M568 120h14v300h-14z"/><path fill="#0e1118" d="M575 128c0-26 20-40 60-40v10c-34 0-48 10-48 30z"/><path fill="#3a3f49" d="M620 84h70l-10 22h-52z"/>' +
      '<path fill="#e8c56a" opacity=".8" d="M48 150h28v70H48z"/>',
  ),
  'Buca nell’asfalto': drawScene(
    `<path fill="#85878a" d="M0 0h800v600H0z"/><path fill="#d8d6d0" opacity=".85" d="M60 0h46l-60 600H-20z"/>` +
      '<path fill="#4b4a48" d="M250 300c30-70 130-100 220-80 100 20 150 70 120 130-30 70-130 100-230 84-90-14-140-70-110-134z"/>' +
      '<path fill="#2c2b2a" d="M290 316c30-50 110-72 180-58 70 14 100 50 76 92-26 46-100 66-170 54-66-12-108-46-86-88z"/>' +
      '<path fill="#6d7f8c" opacity=".7" d="M340 350c40-24 110-26 140-4 10 24-50 40-90 36-34-4-62-16-50-32z"/>',
  ),
  'Rifiuti abbandonati': drawScene(
    `${DAY_SKY}${DRAWN_HOUSE}${DRAWN_ROAD}<path fill="#2c6e49" d="M470 240h150v150H470z"/><path fill="#24573a" d="M460 224h170v26H460z"/><path fill="#dfe3e0" d="M520 290h50v40h-50z"/>` +
      '<path fill="#ece5d6" d="m250 300 180-30 14 118-186 20z"/><path fill="#cfc5b0" d="m250 300 180-30 2 16-180 32z"/>' +
      '<path fill="#2a2c30" d="M630 396c-8-56 16-86 44-86s60 28 56 86z"/><path fill="#3b3e44" d="M700 404c-4-40 14-62 36-62s48 20 44 62z"/>',
  ),
  'Ramo pericolante': drawScene(
    `${DAY_SKY}<path fill="#7fa35e" d="M0 380h800v220H0z"/><path fill="#5a4331" d="M150 40c30 120 20 240 6 380h64c-16-120-8-250 20-380z"/>` +
      '<path fill="#5a4331" d="M206 180c90-30 150-20 190 40l-10 8c-40-46-96-50-176-20z"/><path fill="#5a4331" d="m386 222 96 132-14 8-92-128z"/>' +
      '<path fill="#4f7d3a" d="M60 20c80-60 260-50 320 20-20 60-120 90-190 80C110 110 60 80 60 20z"/><path fill="#628f49" d="M430 320c40-10 90 20 96 60-40 20-90 0-96-60z"/>' +
      '<path fill="#6e4e36" d="M430 440h250v18H430z"/><path fill="#6e4e36" d="M430 400h250v14H430z"/><path fill="#3d3d3d" d="M460 458h14v60h-14zM636 458h14v60h-14z"/>',
  ),
};
