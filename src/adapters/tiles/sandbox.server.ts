/** Tile port of the sandbox: its own tiles are cut in this process; those of another source are fetched. */
import { PortalError } from '../../platform/errors.ts';
import { SANDBOX_TILES, type TileName, type TilePort } from '../../platform/tiles.ts';

/** @param cut undefined for a tile that the sandbox does not draw */
export function sandboxTiles(cut: (name: TileName) => Promise<Uint8Array | undefined>, others: TilePort): TilePort {
  return {
    async fetchTile(source, name) {
      if (source !== SANDBOX_TILES) return others.fetchTile(source, name);
      const tile = await cut(name);
      if (!tile) throw new PortalError('unavailable', { cause: new Error('no such tile') });
      return tile;
    },
  };
}
