/**
 * Bytes put together as they arrive, in one buffer that doubles: an answer that comes in millions of tiny pieces costs its
 * size, not millions of objects.
 */
export class GrowableBuffer {
  private bytes: Uint8Array<ArrayBuffer>
  size = 0

  constructor(expected: number) {
    this.bytes = new Uint8Array(Math.min(Math.max(expected, 0) || 0, maxInitialBytes))
  }

  add(piece: Uint8Array): void {
    const needed = this.size + piece.length
    if (needed > this.bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2))
      larger.set(this.bytes.subarray(0, this.size))
      this.bytes = larger
    }
    this.bytes.set(piece, this.size)
    this.size = needed
  }

  get whole(): Uint8Array {
    return this.bytes.subarray(0, this.size)
  }
}

/** A declared length is only a promise: no more than this is set aside for it. */
const maxInitialBytes = 64 * 1024
