#error No space left on device
