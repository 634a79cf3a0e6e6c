process.stdout.write("tenon\n");
